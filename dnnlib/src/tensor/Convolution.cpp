#include "tpudnn_impl.h"

tpudnnStatus_t tpudnnConv2dAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight,
                                 tpudnnTensor_t bias, tpudnnConv2dParam_t param, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNNScopedMemory memory(pimpl);
    TPUDNN_CHECK(input.dtype == weight.dtype);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32 ||
                 input.dtype == TPUDNN_DTYPE_FP16 ||
                 input.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(input.dim == 4);
    TPUDNN_CHECK(weight.dim == 4);
    TPUDNN_CHECK(output.dim == 4);
    TPUDNN_CHECK(input.shape[0] == output.shape[0]);
    TPUDNN_CHECK(input.shape[1] == weight.shape[1] * param.groups);
    TPUDNN_CHECK(output.shape[1] == weight.shape[0]);
    TPUDNN_CHECK(output.shape[1] % param.groups == 0);
    TPUDNN_CHECK(weight.shape[2] == param.kernel_h && weight.shape[3] == param.kernel_w);
    if (bias.addr != nullptr)
    {
        TPUDNN_CHECK(bias.dtype == input.dtype);
        TPUDNN_CHECK(bias.dim == 1);
        TPUDNN_CHECK(bias.shape[0] == output.shape[1]);
        TPUDNN_CHECK(tpudnnIsTensorContiguous(&bias));
    }
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&weight));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    TPUDNN_REQUIRE_KERNEL(pimpl, "conv2d");
    // 16-bit data types: weight in the chip's own order, bias in FP32
    void *weight_mem = nullptr, *bias_mem = nullptr;
    if (weight.dtype == TPUDNN_DTYPE_FP16 || weight.dtype == TPUDNN_DTYPE_BF16)
    {
        tpudnnTensor_t weight_32ic, bias_fp32;
        weight_32ic.dim = 4;
        tpudnn32ICShape(weight.shape, weight_32ic.shape);
        tpudnnContiguousStride(weight_32ic.shape, 4, weight_32ic.stride);
        weight_32ic.dtype = weight.dtype;
        TPUDNN_SAFE_CALL(memory.malloc(&weight_mem, tpudnnTensorBytes(&weight_32ic)));
        weight_32ic.addr = weight_mem;
        TPUDNN_SAFE_CALL(tpudnnReorderConv2dWeightAsync(handle, weight, REORDER_WEIGHT_32IC, weight_32ic));
        if (bias.addr != nullptr)
        {
            bias_fp32 = bias;
            bias_fp32.dtype = TPUDNN_DTYPE_FP32;
            TPUDNN_SAFE_CALL(memory.malloc(&bias_mem, tpudnnTensorBytes(&bias_fp32)));
            bias_fp32.addr = bias_mem;
            TPUDNN_SAFE_CALL(tpudnnConvertAsync(handle, bias, bias_fp32));
        }
    }
    sg_api_conv2d_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    if (weight.dtype == TPUDNN_DTYPE_FP16 || weight.dtype == TPUDNN_DTYPE_BF16)
    {
        api.weight_global_addr = pimpl->virtToPhys(weight_mem);
        api.bias_global_addr = pimpl->virtToPhys(bias.addr != nullptr ? bias_mem : nullptr);
    }
    else
    {
        api.weight_global_addr = pimpl->virtToPhys(weight.addr);
        api.bias_global_addr = pimpl->virtToPhys(bias.addr);
    }
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    for (int i = 0; i < input.dim; ++i)
    {
        api.input_shape[i] = input.shape[i];
    }
    api.output_c = output.shape[1];
    api.groups = param.groups;
    api.kernel[0] = param.kernel_h;
    api.kernel[1] = param.kernel_w;
    api.stride[0] = param.stride_h;
    api.stride[1] = param.stride_w;
    api.dilation[0] = param.dilation_h;
    api.dilation[1] = param.dilation_w;
    api.pad[0] = param.pad_h;
    api.pad[1] = param.pad_h;
    api.pad[2] = param.pad_w;
    api.pad[3] = param.pad_w;
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("conv2d", &api, sizeof(api)));
    if (weight.dtype == TPUDNN_DTYPE_FP16 || weight.dtype == TPUDNN_DTYPE_BF16)
    {
        memory.free(weight_mem);
        if (bias.addr != nullptr)
        {
            memory.free(bias_mem);
        }
    }
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnReorderConv2dWeightAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int mode,
                                              tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP16 ||
                 input.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(input.dim == 4);
    TPUDNN_CHECK(output.dim == 4);
    TPUDNN_CHECK(mode == REORDER_WEIGHT_32IC || mode == REORDER_WEIGHT_32OC);
    int shape[4];
    if (mode == REORDER_WEIGHT_32IC)
    {
        tpudnn32ICShape(input.shape, shape);
    }
    else
    {
        tpudnn32OCShape(input.shape, shape);
    }
    for (int i = 0; i < 4; ++i)
    {
        TPUDNN_CHECK(output.shape[i] == shape[i]);
    }
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    TPUDNN_REQUIRE_KERNEL(pimpl, "reorder_conv2d_weight");
    sg_api_conv_weight_reorder_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.mode = mode;
    TPUDNN_SAFE_CALL(pimpl->launchKernel("reorder_conv2d_weight", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
