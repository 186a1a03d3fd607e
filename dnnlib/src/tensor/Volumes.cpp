// Convolution in three dimensions, and orders of weights that belong to it and to its gradients, written in unified form.
#include <algorithm>

#include "launch_arguments.h"

using namespace tpudnn;

tpudnnStatus_t tpudnnConv3dAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight, tpudnnTensor_t bias, tpudnnConv3dParam_t param,
                                 tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "conv3d");
    sg_api_conv3d_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.weight_global_addr = pimpl->virtToPhys(weight.addr);
    api.bias_global_addr = pimpl->virtToPhys(bias.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    std::copy_n(input.shape, input.dim, api.input_shape);
    api.groups = param.groups;
    api.output_c = weight.shape[0];
    const int kernel[] = {param.kernel_t, param.kernel_h, param.kernel_w}, stride[] = {param.stride_t, param.stride_h, param.stride_w},
              dilation[] = {param.dilation_t, param.dilation_h, param.dilation_w}, pad[] = {param.pad_t, param.pad_h, param.pad_w};
    std::copy_n(kernel, 3, api.kernel);
    std::copy_n(stride, 3, api.stride);
    std::copy_n(dilation, 3, api.dilation);
    std::copy_n(pad, 3, api.pad);
    api.dtype = tpudnnKernelDType(input.dtype);
    return pimpl->launchKernel("conv3d", &api, sizeof(api));
}

// The kernel looks at the number of places of a kernel alone.
tpudnnStatus_t tpudnnReorderConv3dWeightAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int mode, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "reorder_conv3d_weight");
    sg_api_conv_weight_reorder_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    std::copy_n(input.shape, 2, api.shape);
    api.shape[2] = tpudnnSizeProduct(input.shape[2], input.shape[3]);
    api.shape[3] = input.shape[4];
    api.mode = mode;
    return pimpl->launchKernel("reorder_conv3d_weight", &api, sizeof(api));
}

tpudnnStatus_t tpudnnReorderConv2dGradAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "reorder_conv2d_grad");
    sg_api_conv_grad_recover_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    std::copy_n(output.shape, output.dim, api.shape);
    return pimpl->launchKernel("reorder_conv2d_grad", &api, sizeof(api));
}
