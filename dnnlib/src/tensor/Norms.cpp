// Norms over channels and groups of them, and fused forms under the names of the public header, written in unified form.
#include <algorithm>

#include "launch_arguments.h"

using namespace tpudnn;

namespace
{

// [N, C, ...] as the kernels' [n, c, h, w]: what is behind the height is one width.
template <class Args>
void setPlanes(Args &api, const tpudnnTensor_t &input)
{
    api.shape[0] = input.shape[0];
    api.shape[1] = input.shape[1];
    api.shape[2] = input.shape[2];
    api.shape[3] = 1;
    for (int i = 3; i < input.dim; ++i)
    {
        api.shape[3] = tpudnnSizeProduct(api.shape[3], input.shape[i]);
    }
}

} // namespace

tpudnnStatus_t tpudnnBatchnorm2dAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight, tpudnnTensor_t bias, float eps,
                                      tpudnnTensor_t running_mean, tpudnnTensor_t running_var, float momentum, tpudnnTensor_t output,
                                      tpudnnTensor_t saved_mean, tpudnnTensor_t saved_invstd)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "batchnorm2d");
    sg_api_batchnorm2d_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.running_mean_global_addr = pimpl->virtToPhys(running_mean.addr);
    api.running_var_global_addr = pimpl->virtToPhys(running_var.addr);
    api.weight_global_addr = pimpl->virtToPhys(weight.addr);
    api.bias_global_addr = pimpl->virtToPhys(bias.addr);
    api.saved_mean_global_addr = pimpl->virtToPhys(saved_mean.addr);
    api.saved_invstd_global_addr = pimpl->virtToPhys(saved_invstd.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    setPlanes(api, input);
    api.momentum = momentum;
    api.eps = eps;
    api.dtype = tpudnnKernelDType(input.dtype);
    return pimpl->launchKernel("batchnorm2d", &api, sizeof(api));
}

tpudnnStatus_t tpudnnBatchnorm2dBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t input, tpudnnTensor_t weight,
                                              tpudnnTensor_t saved_mean, tpudnnTensor_t saved_invstd, tpudnnTensor_t grad_input,
                                              tpudnnTensor_t grad_weight, tpudnnTensor_t grad_bias)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "batchnorm2d_backward");
    sg_api_batchnorm2d_backward_t api = {};
    api.grad_output_global_addr = pimpl->virtToPhys(grad_output.addr);
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.weight_global_addr = pimpl->virtToPhys(weight.addr);
    api.saved_mean_global_addr = pimpl->virtToPhys(saved_mean.addr);
    api.saved_invstd_global_addr = pimpl->virtToPhys(saved_invstd.addr);
    api.grad_input_global_addr = pimpl->virtToPhys(grad_input.addr);
    api.grad_weight_global_addr = pimpl->virtToPhys(grad_weight.addr);
    api.grad_bias_global_addr = pimpl->virtToPhys(grad_bias.addr);
    setPlanes(api, input);
    api.dtype = tpudnnKernelDType(input.dtype);
    return pimpl->launchKernel("batchnorm2d_backward", &api, sizeof(api));
}

tpudnnStatus_t tpudnnNativeGroupNormAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t gamma, tpudnnTensor_t beta, int group,
                                          int affine, float eps, tpudnnTensor_t output, tpudnnTensor_t mean, tpudnnTensor_t rstd)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "native_group_norm");
    auto api = unaryArgs<sg_api_native_group_norm_t>(pimpl, input, output);
    api.weight_global_addr = pimpl->virtToPhys(gamma.addr);
    api.bias_global_addr = pimpl->virtToPhys(beta.addr);
    api.mean_global_addr = pimpl->virtToPhys(mean.addr);
    api.rstd_global_addr = pimpl->virtToPhys(rstd.addr);
    api.axis = 1;
    api.group_num = group;
    api.eps = eps;
    api.affine = affine;
    return pimpl->launchKernel("native_group_norm", &api, sizeof(api));
}

tpudnnStatus_t tpudnnRmsNormForwardAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t scale, tpudnnTensor_t bias,
                                         tpudnnTensor_t output, int axis, float eps)
{
    TPUDNN_REQUIRE_KERNEL(static_cast<TPUDNNImpl *>(handle), "rms_norm_forward");
    return tpudnnRMSNormAsync(handle, input, scale, bias, axis < 0 ? axis + input.dim : axis, eps, output);
}

tpudnnStatus_t tpudnnFusedNormMMAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t w, tpudnnTensor_t b, tpudnnTensor_t gamma,
                                      tpudnnTensor_t beta, float eps, tpudnnTensor_t mean, tpudnnTensor_t rstd, tpudnnTensor_t output)
{
    TPUDNN_REQUIRE_KERNEL(static_cast<TPUDNNImpl *>(handle), "fused_norm_mm");
    return tpudnnLnMmAsync(handle, input, w, b, gamma, beta, eps, mean, rstd, output);
}

tpudnnStatus_t tpudnnFusedAddNormMMAsync(tpudnnHandle_t handle, tpudnnTensor_t input0, tpudnnTensor_t input1, tpudnnTensor_t w,
                                         tpudnnTensor_t b, tpudnnTensor_t gamma, tpudnnTensor_t beta, float eps, tpudnnTensor_t out_add,
                                         tpudnnTensor_t mean, tpudnnTensor_t rstd, tpudnnTensor_t output)
{
    TPUDNN_REQUIRE_KERNEL(static_cast<TPUDNNImpl *>(handle), "fused_add_norm_mm");
    return tpudnnAddLnMmAsync(handle, input0, input1, w, b, gamma, beta, eps, out_add, mean, rstd, output);
}

tpudnnStatus_t tpudnnAddRmsNormForwardAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t residule, tpudnnTensor_t scale,
                                            tpudnnTensor_t bias, tpudnnTensor_t output, int add_residule, int axis, float eps)
{
    TPUDNN_REQUIRE_KERNEL(static_cast<TPUDNNImpl *>(handle), "add_rms_norm_forward");
    if (add_residule != 0)
    {
        TPUDNN_SAFE_CALL(tpudnnBinaryAsync(handle, residule, input, 1.0f, residule, BINARY_ADD));
    }
    return tpudnnRmsNormForwardAsync(handle, add_residule != 0 ? residule : input, scale, bias, output, axis, eps);
}

tpudnnStatus_t tpudnnRmsNormBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t input, tpudnnTensor_t scale,
                                          [[maybe_unused]] tpudnnTensor_t rms, tpudnnTensor_t grad_input, tpudnnTensor_t grad_scale,
                                          tpudnnTensor_t grad_bias, int axis, double eps)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "rms_norm_backward");
    sg_api_rmsnorm_backward_t api = {};
    api.grad_output_global_addr = pimpl->virtToPhys(grad_output.addr);
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.weight_global_addr = pimpl->virtToPhys(scale.addr);
    api.grad_input_global_addr = pimpl->virtToPhys(grad_input.addr);
    api.grad_weight_global_addr = pimpl->virtToPhys(grad_scale.addr);
    api.grad_bias_global_addr = pimpl->virtToPhys(grad_bias.addr);
    setShape(api, input);
    api.axis = axis < 0 ? axis + input.dim : axis;
    api.eps = static_cast<float>(eps);
    api.dtype = tpudnnKernelDType(input.dtype);
    return pimpl->launchKernel("rms_norm_backward", &api, sizeof(api));
}
