#include "tpudnn_impl.h"

tpudnnStatus_t tpudnnReduceAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int start_dim, int end_dim, int keepdim,
                                 int mode, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32 ||
                 input.dtype == TPUDNN_DTYPE_FP16 ||
                 input.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(mode == REDUCE_MEAN || mode == REDUCE_SUM);
    TPUDNN_CHECK(start_dim >= 0 && start_dim < end_dim && end_dim <= input.dim);
    TPUDNN_CHECK(output.dim == (keepdim ? input.dim : input.dim - (end_dim - start_dim)));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    sg_api_reduce_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.start_dim = start_dim;
    api.end_dim = end_dim;
    api.mode = mode;
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("reduce", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnReduceProdAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int axis, int keepdim,
                                     tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNNScopedMemory memory(pimpl);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32 ||
                 input.dtype == TPUDNN_DTYPE_FP16 ||
                 input.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(axis >= 0);
    TPUDNN_CHECK(axis < input.dim);
    TPUDNN_CHECK(output.dim == (keepdim ? input.dim : input.dim - 1));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    void *buffer_mem = nullptr;
    tpudnnStatus_t status = memory.malloc(&buffer_mem, tpudnnTensorBytes(&input));
    if (TPUDNN_STATUS_SUCCESS != status)
    {
        TPUDNN_LOG_ERROR("malloc device error");
        return status;
    }
    sg_api_reduce_prod_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.buffer_global_addr = pimpl->virtToPhys(buffer_mem);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.axis = axis;
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("reduce_prod", &api, sizeof(api)));
    memory.free(buffer_mem);
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnArgAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int axis, int mode, tpudnnTensor_t values,
                              tpudnnTensor_t indices)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNNScopedMemory memory(pimpl);
    // SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 );
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32 || input.dtype == TPUDNN_DTYPE_FP16 ||
                 input.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(indices.dtype == TPUDNN_DTYPE_INT32);
    TPUDNN_CHECK(axis >= 0 && axis < input.dim);
    TPUDNN_CHECK(mode == ARG_ARGMAX || mode == ARG_ARGMIN || mode == ARG_MAX || mode == ARG_MIN);
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&indices));
    if (values.addr != nullptr) {
        TPUDNN_CHECK(values.dtype == input.dtype);
        TPUDNN_CHECK(tpudnnIsSameShape(&values, &indices));
        TPUDNN_CHECK(tpudnnIsTensorContiguous(&values));
    } else {
        TPUDNN_CHECK(mode == ARG_ARGMAX || mode == ARG_ARGMIN);
    }
    sg_api_reduce_arg_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.values_global_addr = pimpl->virtToPhys(values.addr);
    api.indices_global_addr = pimpl->virtToPhys(indices.addr);
    void *dev_mem = nullptr;
    TPUDNN_SAFE_CALL(
                     memory.malloc(&dev_mem, tpudnnTensorBytes(&indices)));
    api.buffer_global_addr = pimpl->virtToPhys(dev_mem);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i) {
        api.shape[i] = input.shape[i];
    }
    api.axis = axis;
    api.mode = mode;
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(
                     pimpl->launchKernel("arg", &api, sizeof(api)));
    memory.free(dev_mem);
    return TPUDNN_STATUS_SUCCESS;
}
