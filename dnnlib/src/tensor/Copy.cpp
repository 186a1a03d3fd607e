#include "tpudnn_impl.h"
#include "helpers.h"

#include <cstring>

tpudnnStatus_t tpudnnStridedCopyAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(input.dtype != TPUDNN_DTYPE_INT64);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    sg_api_strided_copy_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
        api.input_stride[i] = input.stride[i];
        api.output_stride[i] = output.stride[i];
    }
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("strided_copy", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnConvertAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    sg_api_dtype_convert_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.input_dtype = tpudnnKernelDType(input.dtype);
    api.output_dtype = tpudnnKernelDType(output.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("convert", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnConvertInt64toInt32Async(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    TPUDNN_CHECK(tpudnnDtypeIsInt64(input.dtype));
    TPUDNN_CHECK(output.dtype == TPUDNN_DTYPE_INT32);
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    // little endian: the low half comes first, every second 32-bit number is one
    tpudnnTensor_t halves = input;
    halves.dtype = TPUDNN_DTYPE_INT32;
    for (int i = 0; i < input.dim; ++i)
    {
        halves.stride[i] = input.stride[i] * 2;
    }
    tpudnnStatus_t status = tpudnnStridedCopyAsync(handle, halves, output);
    return status;
}

tpudnnStatus_t tpudnnPermuteAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int *dim_order, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNNScopedMemory memory(pimpl);
    TPUDNN_CHECK(input.dim == output.dim);
    TPUDNN_CHECK(input.dtype == output.dtype);
    // SGDNN_CHECK ( sgdnnIsTensorContiguous ( &input ) );
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));

    sg_api_permute_t api = {};
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i) {
        TPUDNN_CHECK(output.shape[i] == input.shape[dim_order[i]]);
        api.shape[i] = input.shape[i];
        api.stride[i] = input.stride[i];
        api.dim_order[i] = dim_order[i];
    }
    void *dev_mem = nullptr;
    tpudnnStatus_t status = memory.malloc(&dev_mem, tpudnnTensorBytes(&input));
    if (TPUDNN_STATUS_SUCCESS != status) {
        TPUDNN_LOG_ERROR("malloc device error");
        return status;
    }
    api.trans_buffer_global_addr = pimpl->virtToPhys(dev_mem);
    api.copy_buffer_global_addr = pimpl->virtToPhys(dev_mem);
    api.dtype = tpudnnKernelDType(input.dtype);
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("permute", &api, sizeof(api)));
    memory.free(dev_mem);
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnConcatAsync(tpudnnHandle_t handle, const tpudnnTensor_t *inputs, int input_num, int axis,
                                 tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input_num > 0 && input_num <= FW_MAX_CONCAT_NUM);
    if (axis < 0)
    {
        axis += output.dim;
    }
    TPUDNN_CHECK(axis >= 0 && axis < output.dim);
    int size = 0;
    for (int i = 0; i < input_num; ++i)
    {
        TPUDNN_CHECK(inputs[i].dtype == output.dtype);
        TPUDNN_CHECK(inputs[i].dim == output.dim);
        for (int j = 0; j < output.dim; ++j)
        {
            if (j != axis)
            {
                TPUDNN_CHECK(inputs[i].shape[j] == output.shape[j]);
            }
        }
        TPUDNN_CHECK(tpudnnIsTensorContiguous(&inputs[i]));
        size += inputs[i].shape[axis];
    }
    TPUDNN_CHECK(size == output.shape[axis]);
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    sg_api_concat_t api = {};
    for (int i = 0; i < input_num; ++i)
    {
        api.input_global_addrs[i] = pimpl->virtToPhys(inputs[i].addr);
        for (int j = 0; j < output.dim; ++j)
        {
            api.input_shapes[i][j] = inputs[i].shape[j];
        }
    }
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = output.dim;
    api.input_num = input_num;
    api.axis = axis;
    api.dtype = tpudnnKernelDType(output.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("concat", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnArangeAsync(tpudnnHandle_t handle, int start, int end, int step, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(output.dim == 1); // one dimension is all it makes
    TPUDNN_CHECK(step != 0);
    TPUDNN_CHECK(output.dtype == TPUDNN_DTYPE_INT32 ||
                 output.dtype == TPUDNN_DTYPE_INT64 ||
                 output.dtype == TPUDNN_DTYPE_FP32);
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    const int count = step > 0 ? DIV_UP(end - start, step) : DIV_UP(start - end, -step);
    TPUDNN_CHECK(output.shape[0] == count);
    sg_api_arange_t api = {};
    api.start = start;
    api.end = end;
    api.step = step;
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = output.dim;
    api.shape[0] = output.shape[0];
    api.dtype = tpudnnNarrowKernelDType(output.dtype);
    api.isint64 = tpudnnDtypeIsInt64(output.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("arange", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnFillAsync(tpudnnHandle_t handle, const void *value, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(output.dtype != TPUDNN_DTYPE_INT64);
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    sg_api_constant_fill_t api = {};
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = output.dim;
    for (int i = 0; i < output.dim; ++i)
    {
        api.shape[i] = output.shape[i];
    }
    api.value = 0;
    memcpy(&api.value, value, tpudnnTensorDataSize(output.dtype));
    api.dtype = tpudnnKernelDType(output.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("fill", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
