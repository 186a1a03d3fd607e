// What training needs beside gradients of single functions: those of a convolution, and the steps of optimisers.
#include <algorithm>

#include "launch_arguments.h"

using namespace tpudnn;

tpudnnStatus_t tpudnnConv2dBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t input, tpudnnTensor_t weight,
                                         tpudnnConv2dParam_t param, tpudnnTensor_t grad_input, tpudnnTensor_t grad_weight, tpudnnTensor_t grad_bias)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "conv2d_backward");
    TPUDNNScopedMemory memory(pimpl);
    uint64_t buffer = 0;
    if (weight.dtype != TPUDNN_DTYPE_FP32) // weights and gradients of 16 bits are put in order
    {
        tpudnnTensor_t ordered = weight;
        tpudnn32OCShape(weight.shape, ordered.shape);
        const size_t weightBytes = tpudnnTensorBytes(&ordered);
        tpudnn32OCShape(grad_output.shape, ordered.shape);
        buffer = scratch(pimpl, memory, std::max(weightBytes, tpudnnTensorBytes(&ordered)));
    }
    sg_api_conv2d_backward_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.weight_global_addr = pimpl->virtToPhys(weight.addr);
    api.grad_output_global_addr = pimpl->virtToPhys(grad_output.addr);
    api.grad_input_global_addr = pimpl->virtToPhys(grad_input.addr);
    api.grad_weight_global_addr = pimpl->virtToPhys(grad_weight.addr);
    api.grad_bias_global_addr = pimpl->virtToPhys(grad_bias.addr);
    api.buffer_global_addr = buffer;
    std::copy_n(input.shape, input.dim, api.input_shape);
    std::copy_n(grad_output.shape, grad_output.dim, api.output_shape);
    api.groups = param.groups;
    api.kernel[0] = param.kernel_h;
    api.kernel[1] = param.kernel_w;
    api.stride[0] = param.stride_h;
    api.stride[1] = param.stride_w;
    api.dilation[0] = param.dilation_h;
    api.dilation[1] = param.dilation_w;
    api.pad[0] = api.pad[1] = param.pad_h;
    api.pad[2] = api.pad[3] = param.pad_w;
    api.dtype = tpudnnKernelDType(input.dtype);
    return pimpl->launchKernel("conv2d_backward", &api, sizeof(api));
}

namespace
{

// What a step reads and writes of one parameter.
struct AdamTensors
{
    const tpudnnTensor_t &weight;
    const tpudnnTensor_t &m;
    const tpudnnTensor_t &v;
    const tpudnnTensor_t &vmax;
};

struct AdamSettings
{
    float lr, beta1, beta2, eps, weightDecay;
    bool amsgrad, maximize, decoupled;
};

tpudnnStatus_t adamStep(tpudnnHandle_t handle, const char *key, const AdamTensors &out, const AdamTensors &in, const tpudnnTensor_t &gradient,
                        const tpudnnTensor_t &step, const AdamSettings &settings)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, key);
    sg_api_adam_t api = {};
    api.weight_out_global_addr = pimpl->virtToPhys(out.weight.addr);
    api.m_out_global_addr = pimpl->virtToPhys(out.m.addr);
    api.v_out_global_addr = pimpl->virtToPhys(out.v.addr);
    api.weight_global_addr = pimpl->virtToPhys(in.weight.addr);
    api.m_global_addr = pimpl->virtToPhys(in.m.addr);
    api.v_global_addr = pimpl->virtToPhys(in.v.addr);
    if (settings.amsgrad)
    {
        api.vmax_out_global_addr = pimpl->virtToPhys(out.vmax.addr);
        api.vmax_global_addr = pimpl->virtToPhys(in.vmax.addr);
    }
    api.grad_global_addr = pimpl->virtToPhys(gradient.addr);
    api.step_global_addr = pimpl->virtToPhys(step.addr);
    setShape(api, in.weight);
    api.dtype = tpudnnKernelDType(in.weight.dtype);
    api.lr = settings.lr;
    api.beta1 = settings.beta1;
    api.beta2 = settings.beta2;
    api.eps = settings.eps;
    api.weight_decay = settings.weightDecay;
    api.amsgrad = settings.amsgrad ? 1 : 0;
    api.maximize = settings.maximize ? 1 : 0;
    api.decoupled = settings.decoupled ? 1 : 0;
    return pimpl->launchKernel(key, &api, sizeof(api));
}

} // namespace

tpudnnStatus_t tpudnnAdamBackwardMultiCoreAsync(tpudnnHandle_t handle, tpudnnTensor_t weight_out, tpudnnTensor_t m_out, tpudnnTensor_t v_out,
                                                tpudnnTensor_t vmax_out, tpudnnTensor_t grad_weight, tpudnnTensor_t weight_in, tpudnnTensor_t m_in,
                                                tpudnnTensor_t v_in, tpudnnTensor_t vmax_in, tpudnnTensor_t t, float lr, float beta1, float beta2,
                                                float eps, float weight_decay, bool amsgrad, bool maximize)
{
    return adamStep(handle, "adam_backward_multi_core", {weight_out, m_out, v_out, vmax_out}, {weight_in, m_in, v_in, vmax_in}, grad_weight, t,
                    {lr, beta1, beta2, eps, weight_decay, amsgrad, maximize, false});
}

tpudnnStatus_t tpudnnAdamWBackwardMultiCoreAsync(tpudnnHandle_t handle, tpudnnTensor_t weight_out, tpudnnTensor_t m_out, tpudnnTensor_t v_out,
                                                 tpudnnTensor_t vmax_out, tpudnnTensor_t grad_weight, tpudnnTensor_t weight_in, tpudnnTensor_t m_in,
                                                 tpudnnTensor_t v_in, tpudnnTensor_t vmax_in, tpudnnTensor_t t, float lr, float beta1, float beta2,
                                                 float eps, float weight_decay, bool amsgrad, bool maximize)
{
    return adamStep(handle, "adam_w_backward_multi_core", {weight_out, m_out, v_out, vmax_out}, {weight_in, m_in, v_in, vmax_in}, grad_weight, t,
                    {lr, beta1, beta2, eps, weight_decay, amsgrad, maximize, true});
}
