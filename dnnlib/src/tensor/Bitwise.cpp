#include "tpudnn_impl.h"

tpudnnStatus_t tpudnnNegAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    sg_api_neg_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.dtype = tpudnnKernelDType(input.dtype);;
    TPUDNN_SAFE_CALL(pimpl->launchKernel("neg", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnLogicalNotAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(output.dtype == TPUDNN_DTYPE_UINT8);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    sg_api_logical_not_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("logical_not", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnShiftLeftAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other,
                                    tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &other));
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&other));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    size_t elements = tpudnnTensorBytes(&input) / tpudnnTensorDataSize(input.dtype);
    sg_api_shift_left_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.other_global_addr = pimpl->virtToPhys(other.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i) {
        api.shape[i] = input.shape[i];
    }
    api.src_dtype = tpudnnKernelDType(input.dtype);
    api.other_dtype = tpudnnKernelDType(other.dtype);
    api.dst_dtype = tpudnnKernelDType(output.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("shift_left", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
