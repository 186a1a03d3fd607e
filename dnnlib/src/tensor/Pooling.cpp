// Windows over planes, and planes in another size. What the rows of operators.yaml say was checked before.
#include <algorithm>

#include "launch_arguments.h"

using namespace tpudnn;

namespace
{

PoolingDescriptor_t kernelWindow(const TPUDNN_PoolingDescriptor_t &window, const tpudnnTensor_t &output)
{
    PoolingDescriptor_t desc = {};
    desc.kh = window.kh;
    desc.kw = window.kw;
    desc.pad_h = window.pad_h;
    desc.pad_w = window.pad_w;
    desc.stride_h = window.stride_h;
    desc.stride_w = window.stride_w;
    desc.output_h = output.shape[2];
    desc.output_w = output.shape[3];
    desc.mode = static_cast<sg_pooling_mode_t>(window.mode);
    return desc;
}

// Addresses, the shapes of both planes and the data type, of structs with these fields.
template <class Args>
Args planeArgs(TPUDNNImpl *pimpl, const tpudnnTensor_t &input, const tpudnnTensor_t &output)
{
    Args api = {};
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    std::copy_n(input.shape, input.dim, api.input_shape);
    std::copy_n(output.shape, output.dim, api.output_shape);
    api.dtype = tpudnnKernelDType(input.dtype);
    return api;
}

} // namespace

tpudnnStatus_t tpudnnPoolingForwardAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, TPUDNN_PoolingDescriptor_t pooling_desc)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "pooling_forward");
    auto api = planeArgs<sg_api_pooling_t>(pimpl, input, output);
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.pooling_desc = kernelWindow(pooling_desc, output);
    return pimpl->launchKernel("pooling_forward", &api, sizeof(api));
}

tpudnnStatus_t tpudnnAvgPoolingBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, int kernel_size)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "avg_pooling_backward");
    auto api = planeArgs<sg_api_avg_pooling_backward_t>(pimpl, input, output);
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.kernel_size = kernel_size;
    return pimpl->launchKernel("avg_pooling_backward", &api, sizeof(api));
}

tpudnnStatus_t tpudnnMaxPoolingWithMaskForwardAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, tpudnnTensor_t max_mask_addr,
                                                    TPUDNN_PoolingDescriptor_t pooling_desc)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "max_pooling_with_mask_forward");
    auto api = planeArgs<sg_api_max_pooling_with_mask_t>(pimpl, input, output);
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.mask_global_addr = pimpl->virtToPhys(max_mask_addr.addr);
    api.pooling_desc = kernelWindow(pooling_desc, output);
    return pimpl->launchKernel("max_pooling_with_mask_forward", &api, sizeof(api));
}

// The indices say which windows there were.
tpudnnStatus_t tpudnnMaxpoolingIndicesBwdAsync(tpudnnHandle_t handle, tpudnnTensor_t grad, tpudnnTensor_t indices, tpudnnTensor_t output,
                                               [[maybe_unused]] int kernel, [[maybe_unused]] int stride, [[maybe_unused]] int padding)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "maxpooling_indices_bwd");
    auto api = planeArgs<sg_api_max_pooling_indices_backward_t>(pimpl, grad, output);
    api.grad_global_addr = pimpl->virtToPhys(grad.addr);
    api.indices_global_addr = pimpl->virtToPhys(indices.addr);
    return pimpl->launchKernel("maxpooling_indices_bwd", &api, sizeof(api));
}

tpudnnStatus_t tpudnnUpsamplingAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, bool align_corners,
                                     tensor_resize_mode_t upsampling_type)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "upsampling");
    TPUDNNScopedMemory memory(pimpl);
    const bool bilinear = upsampling_type == TPUDNN_UPSAMPLING_BILINEAR;
    sg_api_upsampling2d_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.buffer_addr = scratch(pimpl, memory, tpudnnTensorBytes(&output));
    api.dim = input.dim;
    std::copy_n(input.shape, input.dim, api.shape);
    std::copy_n(output.shape, output.dim, api.out_shape);
    api.half_pixel_centers = bilinear ? 1 : 0;
    api.align_corners = !bilinear || align_corners ? 1 : 0;
    api.dtype = tpudnnKernelDType(input.dtype);
    api.platform_sp = bilinear ? PYTORCH_SUPPORT : PYTORCH_NEAREST;
    return pimpl->launchKernel("upsampling", &api, sizeof(api));
}

tpudnnStatus_t tpudnnUpsampleNearest2dBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t grad_input, int scale,
                                                    TPUDNN_PoolingDescriptor_t pooling_desc)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "upsample_nearest2d_backward");
    auto api = planeArgs<sg_api_upsample2d_backward_t>(pimpl, grad_output, grad_input);
    api.input_global_addr = pimpl->virtToPhys(grad_output.addr);
    api.pooling_desc = kernelWindow(pooling_desc, grad_input);
    api.scalar = scale;
    return pimpl->launchKernel("upsample_nearest2d_backward", &api, sizeof(api));
}
