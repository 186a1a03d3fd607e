// Matrix products with quantised and FP8 weights, written in unified form.
#include "device.h"
#include "dtype.h"
#include "launch_arguments.h"

using namespace tpudnn;

tpudnnStatus_t tpudnnLLamaA16MatmulAsync(tpudnnHandle_t handle, tpudnnTensor_t left, tpudnnTensor_t right, tpudnnTensor_t bias, tpudnnTensor_t scale,
                                         tpudnnTensor_t zp, int group_size, int weight_bits, tpudnnTensor_t output)
{
    TPUDNN_REQUIRE_KERNEL(static_cast<TPUDNNImpl *>(handle), "l_lama_a16_matmul");
    return tpudnnA16LinearAsync(handle, left, right, bias, scale, zp, group_size, weight_bits, output);
}

namespace
{

// A copy, in the same order in memory, of what is left after rounding to a data type.
tpudnnTensor_t roundedCopy(tpudnnHandle_t handle, TPUDNNScopedMemory &memory, const tpudnnTensor_t &tensor, tpudnnDataType_t dtype)
{
    const int elements = tpudnnSizeProduct(tensor.shape[0], tensor.shape[1]);
    tpudnnTensor_t flat = tensor;
    flat.dim = 1;
    flat.shape[0] = elements;
    flat.stride[0] = 1;
    tpudnnTensor_t narrow = flat, wide = flat;
    narrow.dtype = dtype;
    TPUDNN_SAFE_CALL(memory.malloc(&narrow.addr, tpudnnTensorBytes(&narrow)));
    TPUDNN_SAFE_CALL(memory.malloc(&wide.addr, tpudnnTensorBytes(&wide)));
    TPUDNN_SAFE_CALL(tpudnnConvertAsync(handle, flat, narrow));
    TPUDNN_SAFE_CALL(tpudnnConvertAsync(handle, narrow, wide));
    tpudnnTensor_t result = tensor;
    result.addr = wide.addr;
    return result;
}

} // namespace

tpudnnStatus_t tpudnnMatmulAsync_f32io_16_cal(tpudnnHandle_t handle, tpudnnTensor_t left, tpudnnTensor_t right, tpudnnTensor_t bias,
                                              tpudnnDataType_t calDtype, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "matmul_async_f32io_16_cal");
    if (!(pimpl->device().driverProperties().dtypes & dtypeBit(calDtype)))
    {
        throw Error(TPUDNN_STATUS_NOT_SUPPORTED, "calDtype is " + dtypeName(calDtype) + ", which " + pimpl->deviceName() + " does not have");
    }
    TPUDNNScopedMemory memory(pimpl);
    return tpudnnMatmulAsync(handle, roundedCopy(handle, memory, left, calDtype), roundedCopy(handle, memory, right, calDtype), bias, output);
}

tpudnnStatus_t tpudnnMmW8A16DqAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight, tpudnnTensor_t scale, tpudnnTensor_t output,
                                    int blocksize)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "mm_w8_a16_dq");
    sg_api_mm_w8a16_dq_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.weight_global_addr = pimpl->virtToPhys(weight.addr);
    api.scale_global_addr = pimpl->virtToPhys(scale.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.rows = input.shape[0];
    api.inner = input.shape[1];
    api.columns = weight.shape[0];
    api.block_size = blocksize;
    api.weight_dtype = tpudnnKernelDType(weight.dtype);
    api.dtype = tpudnnKernelDType(input.dtype);
    return pimpl->launchKernel("mm_w8_a16_dq", &api, sizeof(api));
}

tpudnnStatus_t tpudnnMatmulFp8Async(tpudnnHandle_t handle, tpudnnTensor_t left, tpudnnTensor_t right, tpudnnTensor_t bias, tpudnnTensor_t scale_left,
                                    tpudnnTensor_t scale_right, tpudnnTensor_t scale_result, tpudnnTensor_t output, tpudnnTensor_t output_max)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "matmul_fp8");
    sg_api_matmul_fp8_t api = {};
    api.left_global_addr = pimpl->virtToPhys(left.addr);
    api.right_global_addr = pimpl->virtToPhys(right.addr);
    api.bias_global_addr = pimpl->virtToPhys(bias.addr);
    api.scale_left_global_addr = pimpl->virtToPhys(scale_left.addr);
    api.scale_right_global_addr = pimpl->virtToPhys(scale_right.addr);
    api.scale_result_global_addr = pimpl->virtToPhys(scale_result.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.output_max_global_addr = pimpl->virtToPhys(output_max.addr);
    api.rows = left.shape[0];
    api.inner = left.shape[1];
    api.columns = right.shape[0];
    api.left_dtype = tpudnnKernelDType(left.dtype);
    api.right_dtype = tpudnnKernelDType(right.dtype);
    api.bias_dtype = tpudnnKernelDType(bias.addr ? bias.dtype : output.dtype);
    api.output_dtype = tpudnnKernelDType(output.dtype);
    return pimpl->launchKernel("matmul_fp8", &api, sizeof(api));
}
