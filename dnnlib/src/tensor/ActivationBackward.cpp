// Gradients of activations, written in unified form; those of GELU and ReLU are in Activation.cpp and Elementwise.cpp.
#include "launch_arguments.h"

using namespace tpudnn;

namespace
{

// `value`: what the slope is computed from, the function's result or its input.
tpudnnStatus_t slopeTimes(tpudnnHandle_t handle, const char *key, const tpudnnTensor_t &grad_output, const tpudnnTensor_t &value,
                          const tpudnnTensor_t &grad_input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, key);
    sg_api_active_backward_t api = {};
    api.grad_output_global_addr = pimpl->virtToPhys(grad_output.addr);
    api.value_global_addr = pimpl->virtToPhys(value.addr);
    api.grad_input_global_addr = pimpl->virtToPhys(grad_input.addr);
    setShape(api, value);
    api.dtype = tpudnnKernelDType(value.dtype);
    return pimpl->launchKernel(key, &api, sizeof(api));
}

} // namespace

tpudnnStatus_t tpudnnTanhBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t output, tpudnnTensor_t grad_input)
{
    return slopeTimes(handle, "tanh_backward", grad_output, output, grad_input);
}

tpudnnStatus_t tpudnnSigmoidBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t output, tpudnnTensor_t grad_input)
{
    return slopeTimes(handle, "sigmoid_backward", grad_output, output, grad_input);
}

tpudnnStatus_t tpudnnSiluBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t input, tpudnnTensor_t grad_input)
{
    return slopeTimes(handle, "silu_backward", grad_output, input, grad_input);
}
