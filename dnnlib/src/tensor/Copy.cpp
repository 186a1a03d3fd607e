#include "tpudnn_impl.h"

tpudnnStatus_t tpudnnStridedCopyAsync(
    tpudnnHandle_t handle,
    tpudnnTensor_t input,
    tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    sg_api_strided_copy_t api;
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
