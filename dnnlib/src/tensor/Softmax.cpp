#include "tpudnn_impl.h"

tpudnnStatus_t tpudnnSoftmaxAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int dim, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32 ||
                 input.dtype == TPUDNN_DTYPE_FP16 ||
                 input.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(dim >= 0 && dim < input.dim);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    sg_api_softmax_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.axis = dim;
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("softmax", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnSoftmaxBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t output,
                                          int dim, tpudnnTensor_t grad_input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(grad_output.dtype == output.dtype);
    TPUDNN_CHECK(grad_output.dtype == grad_input.dtype);
    TPUDNN_CHECK(grad_output.dtype == TPUDNN_DTYPE_FP32 ||
                 grad_output.dtype == TPUDNN_DTYPE_FP16 ||
                 grad_output.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(dim >= 0 && dim < output.dim);
    TPUDNN_CHECK(tpudnnIsSameShape(&grad_output, &output));
    TPUDNN_CHECK(tpudnnIsSameShape(&grad_output, &grad_input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&grad_output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&grad_input));
    sg_api_softmax_backward_t api = {};
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.grad_output_global_addr = pimpl->virtToPhys(grad_output.addr);
    api.grad_input_global_addr = pimpl->virtToPhys(grad_input.addr);
    api.dim = output.dim;
    for (int i = 0; i < output.dim; ++i)
    {
        api.shape[i] = output.shape[i];
    }
    api.axis = dim;
    api.dtype = tpudnnKernelDType(output.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("softmax_backward", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
