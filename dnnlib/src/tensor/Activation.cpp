#include "tpudnn_impl.h"
#include "helpers.h"

tpudnnStatus_t tpudnnActiveAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output,
                                 tensor_active_type_t active_type)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    // 注意：ISINF 与 ISNAN 的输出是 UINT8 — the other functions keep the data type
    if (active_type != TPUDNN_ACTIVE_ISINF && active_type != TPUDNN_ACTIVE_ISNAN &&
        active_type != TPUDNN_ACTIVE_ISNEGINF && active_type != TPUDNN_ACTIVE_ISPOSINF)
        TPUDNN_CHECK(input.dtype == output.dtype);

    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    sg_api_active_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i) {
        api.shape[i] = input.shape[i];
    }
    api.dtype = tpudnnKernelDType(input.dtype);
    api.active_type = tpudnnKernelActiveType(active_type);

    if (pimpl->follows("active", "single_core"))
    {
        if (active_type == TPUDNN_ACTIVE_ERF || active_type == TPUDNN_ACTIVE_ERFC) {
            TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32);
        }
        TPUDNN_SAFE_CALL(
                         pimpl->launchKernel("active", &api, sizeof(api)));
    }
    else if (pimpl->follows("active", "multi_core"))
    {
        TPUDNN_SAFE_CALL(pimpl->launchKernel("active",
                                             &api, sizeof(api)));
    }
    else
    {
        return pimpl->notSupported("active");
    }
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnLogAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output,
                              tensor_log_type_t log_type)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(log_type == TPUDNN_LOG_E || log_type == TPUDNN_LOG_1P || log_type == TPUDNN_LOG_2 || log_type == TPUDNN_LOG_10);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    sg_api_log_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i) {
        api.shape[i] = input.shape[i];
    }
    api.dtype = tpudnnKernelDType(input.dtype);
    api.log_type = tpudnnKernelLogType(log_type);
    TPUDNN_SAFE_CALL(
                     pimpl->launchKernel("log", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnGELUAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32 ||
                 input.dtype == TPUDNN_DTYPE_FP16 ||
                 input.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    sg_api_gelu_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("gelu", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnGELUBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t input,
                                       tpudnnTensor_t grad_input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(grad_output.dtype == input.dtype);
    TPUDNN_CHECK(grad_output.dtype == grad_input.dtype);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32 ||
                 input.dtype == TPUDNN_DTYPE_FP16 ||
                 input.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(tpudnnIsSameShape(&grad_output, &input));
    TPUDNN_CHECK(tpudnnIsSameShape(&grad_output, &grad_input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&grad_output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&grad_input));
    sg_api_gelu_backward_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.grad_output_global_addr = pimpl->virtToPhys(grad_output.addr);
    api.grad_input_global_addr = pimpl->virtToPhys(grad_input.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("gelu_backward", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnSignAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32 ||
                 input.dtype == TPUDNN_DTYPE_FP16 ||
                 input.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    if (pimpl->follows("sign", "single_core"))
    {
        sg_api_sign_t api = {};
        api.input_global_addr = pimpl->virtToPhys(input.addr);
        api.output_global_addr = pimpl->virtToPhys(output.addr);
        api.dim = input.dim;
        for (int i = 0; i < input.dim; ++i)
        {
            api.shape[i] = input.shape[i];
        }
        api.dtype = tpudnnKernelDType(input.dtype);
        TPUDNN_SAFE_CALL(pimpl->launchKernel("sign", &api, sizeof(api)));
    }
    else if (pimpl->follows("sign", "multi_core"))
    {
        sg_api_active_t api = {};
        api.input_global_addr = pimpl->virtToPhys(input.addr);
        api.output_global_addr = pimpl->virtToPhys(output.addr);
        api.dim = input.dim;
        for (int i = 0; i < input.dim; ++i)
        {
            api.shape[i] = input.shape[i];
        }
        api.dtype = tpudnnKernelDType(input.dtype);
        api.active_type = tpudnnKernelActiveType(TPUDNN_ACTIVE_SIGN);
        TPUDNN_SAFE_CALL(pimpl->launchKernel("sign", &api, sizeof(api)));
    }
    else
    {
        return pimpl->notSupported("sign");
    }
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnDropoutAsync(tpudnnHandle_t handle, tpudnnTensor_t input, unsigned long long seed, float threshold,
                                  tpudnnTensor_t output, tpudnnTensor_t mask)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32 ||
                 input.dtype == TPUDNN_DTYPE_FP16 ||
                 input.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    if (mask.addr != nullptr)
    {
        TPUDNN_CHECK(mask.dtype == TPUDNN_DTYPE_UINT8);
        TPUDNN_CHECK(tpudnnIsSameShape(&input, &mask));
        TPUDNN_CHECK(tpudnnIsTensorContiguous(&mask));
    }
    TPUDNN_REQUIRE_KERNEL(pimpl, "dropout");
    sg_api_dropout_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.mask_global_addr = pimpl->virtToPhys(mask.addr);
    api.seed = seed;
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.threshold = threshold;
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("dropout", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnFeatureDropoutAsync(tpudnnHandle_t handle, tpudnnTensor_t input, unsigned long long seed,
                                         float threshold, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_REQUIRE_KERNEL(pimpl, "feature_dropout");
    TPUDNN_CHECK(false); // TODO: the kernel drops single elements
    sg_api_dropout_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.mask_global_addr = 0;
    api.seed = seed;
    api.dim = 2;
    api.shape[0] = input.shape[0];
    api.shape[1] = input.shape[1];
    api.threshold = threshold;
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("feature_dropout", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}
