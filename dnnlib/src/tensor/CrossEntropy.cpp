// Losses and the gradient of one, written in unified form; Loss.cpp has what comes from legacy code.
#include "launch_arguments.h"

using namespace tpudnn;

namespace
{

// What the loss and its gradient have in common.
template <class Args>
Args crossEntropyArgs(TPUDNNImpl *pimpl, const tpudnnTensor_t &input, const tpudnnTensor_t &target, int reduction, float label_smoothing)
{
    Args api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.target_global_addr = pimpl->virtToPhys(target.addr);
    api.batch = input.shape[0];
    api.class_ = input.shape[1];
    api.reduction = reduction;
    api.label_smoothing = label_smoothing;
    api.dtype = tpudnnKernelDType(input.dtype);
    api.is_target_int64 = tpudnnDtypeIsInt64(target.dtype) ? 1 : 0;
    return api;
}

} // namespace

tpudnnStatus_t tpudnnCrossEntropyLossAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t target, int reduction,
                                           [[maybe_unused]] int ignore_index, float label_smoothing, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "cross_entropy_loss");
    auto api = crossEntropyArgs<sg_api_cross_entropy_loss_t>(pimpl, input, target, reduction, label_smoothing);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    return pimpl->launchKernel("cross_entropy_loss", &api, sizeof(api));
}

tpudnnStatus_t tpudnnCrossEntropyLossBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t target, tpudnnTensor_t grad_output,
                                                   [[maybe_unused]] int ignore_index, int reduction, float label_smoothing, tpudnnTensor_t grad_input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "cross_entropy_loss_backward");
    auto api = crossEntropyArgs<sg_api_cross_entropy_loss_backward_t>(pimpl, input, target, reduction, label_smoothing);
    api.grad_output_global_addr = pimpl->virtToPhys(grad_output.addr);
    api.grad_input_global_addr = pimpl->virtToPhys(grad_input.addr);
    return pimpl->launchKernel("cross_entropy_loss_backward", &api, sizeof(api));
}

tpudnnStatus_t tpudnnMselossAsync(tpudnnHandle_t handle, tpudnnTensor_t self, tpudnnTensor_t target, tpudnnTensor_t out, int reduction)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "mseloss");
    sg_api_mse_loss_t api = {};
    api.input1_global_addr = pimpl->virtToPhys(self.addr);
    api.input2_global_addr = pimpl->virtToPhys(target.addr);
    api.output_global_addr = pimpl->virtToPhys(out.addr);
    api.reduction = reduction;
    setShape(api, self);
    api.dtype = tpudnnKernelDType(self.dtype);
    return pimpl->launchKernel("mseloss", &api, sizeof(api));
}
