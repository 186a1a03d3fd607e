#include "tpudnn_impl.h"

tpudnnStatus_t tpudnnComparisionAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other,
                                      tpudnnTensor_t output, int mode)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNNScopedMemory memory(pimpl);
    TPUDNN_CHECK(input.dtype == other.dtype);
    TPUDNN_CHECK(output.dtype == TPUDNN_DTYPE_UINT8);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &other));
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&other));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));

    tpudnnTensor_t input_ = input, other_ = other;
    void *input_mem = nullptr, *other_mem = nullptr;
    if (tpudnnDtypeIsInt64(input.dtype))
    {
        input_.dtype = TPUDNN_DTYPE_INT32;
        other_.dtype = TPUDNN_DTYPE_INT32;
        TPUDNN_SAFE_CALL(memory.malloc(&input_mem, tpudnnTensorBytes(&input_)));
        TPUDNN_SAFE_CALL(memory.malloc(&other_mem, tpudnnTensorBytes(&other_)));
        input_.addr = input_mem;
        other_.addr = other_mem;
        TPUDNN_SAFE_CALL(tpudnnConvertInt64toInt32Async(handle, input, input_));
        TPUDNN_SAFE_CALL(tpudnnConvertInt64toInt32Async(handle, other, other_));
    }
    sg_api_comparision_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input_.addr);
    api.other_global_addr = pimpl->virtToPhys(other_.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input_.dim;
    for (int i = 0; i < input_.dim; ++i) {
        api.shape[i] = input_.shape[i];
    }
    api.mode = mode;
    api.dtype = tpudnnKernelDType(input_.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("comparision", &api, sizeof(api)));
    if (tpudnnDtypeIsInt64(input.dtype)) {
        memory.free(input_mem);
        memory.free(other_mem);
    }
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnComparisionBcastAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other,
                                           tpudnnTensor_t output, int mode)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == other.dtype);
    TPUDNN_CHECK(output.dtype == TPUDNN_DTYPE_UINT8);
    TPUDNN_CHECK(input.dim == output.dim && other.dim == output.dim);
    for (int i = 0; i < output.dim; ++i) {
        TPUDNN_CHECK(input.shape[i] == 1 || input.shape[i] == output.shape[i]);
        TPUDNN_CHECK(other.shape[i] == 1 || other.shape[i] == output.shape[i]);
    }
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&other));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    sg_api_comparision_bcast_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.other_global_addr = pimpl->virtToPhys(other.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.input_dim = input.dim;
    api.other_dim = other.dim;
    for (int i = 0; i < output.dim; ++i) {
        api.input_shape[i] = input.shape[i];
        api.other_shape[i] = other.shape[i];
    }
    api.mode = mode;
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("comparision_bcast", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnComparisionCAsync(tpudnnHandle_t handle, tpudnnTensor_t input, float scalar, tpudnnTensor_t output,
                                       int mode, int scalar_pos)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(output.dtype == TPUDNN_DTYPE_UINT8);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    sg_api_comparision_c_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i) {
        api.shape[i] = input.shape[i];
    }
    api.const_value = scalar;
    api.mode = mode;
    api.scalar_pos = scalar_pos;
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("comparision_c", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnClampAsync(tpudnnHandle_t handle, tpudnnTensor_t input, float min, float max,
                                tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32 ||
                 input.dtype == TPUDNN_DTYPE_FP16 ||
                 input.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    sg_api_clamp_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.min = min;
    api.max = max;
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("clamp", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnWhereAsync(tpudnnHandle_t handle, tpudnnTensor_t cond, tpudnnTensor_t self, tpudnnTensor_t other,
                                tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(self.dtype == output.dtype);
    TPUDNN_CHECK(other.dtype == output.dtype);
    TPUDNN_CHECK(cond.dtype == TPUDNN_DTYPE_UINT8);
    TPUDNN_CHECK(cond.dim == output.dim);
    TPUDNN_CHECK(self.dim == 0 || self.dim == output.dim);
    TPUDNN_CHECK(other.dim == 0 || other.dim == output.dim);
    for (int i = 0; i < output.dim; ++i)
    {
        TPUDNN_CHECK(cond.shape[i] == 1 || cond.shape[i] == output.shape[i]);
    }
    for (int i = 0; i < self.dim; ++i)
    {
        TPUDNN_CHECK(self.shape[i] == 1 || self.shape[i] == output.shape[i]);
    }
    for (int i = 0; i < other.dim; ++i)
    {
        TPUDNN_CHECK(other.shape[i] == 1 || other.shape[i] == output.shape[i]);
    }
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&cond));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&self));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&other));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    if (pimpl->follows("where", "single_core"))
    {
        sg_api_where_t api = {};
        api.cond_global_addr = pimpl->virtToPhys(cond.addr);
        api.self_global_addr = pimpl->virtToPhys(self.addr);
        api.other_global_addr = pimpl->virtToPhys(other.addr);
        api.output_global_addr = pimpl->virtToPhys(output.addr);
        api.dim = output.dim;
        for (int i = 0; i < output.dim; ++i)
        {
            api.cond_shape[i] = cond.shape[i];
            api.self_shape[i] = self.dim > 0 ? self.shape[i] : 1;
            api.other_shape[i] = other.dim > 0 ? other.shape[i] : 1;
            api.output_shape[i] = output.shape[i];
        }
        api.cond_dtype = tpudnnKernelDType(cond.dtype);
        api.dtype = tpudnnKernelDType(output.dtype);
        TPUDNN_SAFE_CALL(pimpl->launchKernel("where", &api, sizeof(api)));
    }
    else if (pimpl->follows("where", "multi_core"))
    {
        sg_api_where_multi_core_t api = {};
        api.output_addr = pimpl->virtToPhys(output.addr);
        api.cond_addr = pimpl->virtToPhys(cond.addr);
        api.self_addr = pimpl->virtToPhys(self.addr);
        api.other_addr = pimpl->virtToPhys(other.addr);
        api.dims = output.dim;
        for (int i = 0; i < output.dim; ++i)
        {
            api.out_shape[i] = output.shape[i];
            api.cond_shape[i] = cond.shape[i];
            api.self_shape[i] = self.dim > 0 ? self.shape[i] : 1;
            api.other_shape[i] = other.dim > 0 ? other.shape[i] : 1;
        }
        api.cond_dtype = tpudnnKernelDType(cond.dtype);
        api.dtype = tpudnnKernelDType(output.dtype);
        api.self_is_scalar = false;
        api.other_is_scalar = false;
        api.self_val = 0.f;
        api.other_val = 0.f;
        TPUDNN_SAFE_CALL(pimpl->launchKernel("where", &api, sizeof(api)));
    }
    else
    {
        return pimpl->notSupported("where");
    }
    return TPUDNN_STATUS_SUCCESS;
}
