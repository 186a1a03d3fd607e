#include "tpudnn_impl.h"

tpudnnStatus_t tpudnnBinaryAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, float scalar,
                                 tpudnnTensor_t output, int binary_type)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == other.dtype);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(binary_type == BINARY_ADD || binary_type == BINARY_SUB ||
                 binary_type == BINARY_MUL || binary_type == BINARY_DIV);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &other));
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&other));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    sg_api_binary_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.other_global_addr = pimpl->virtToPhys(other.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.value = scalar;
    api.binary_type = binary_type;
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("binary", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnBinaryBcastAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, float scalar,
                                      tpudnnTensor_t output, int binary_type)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == other.dtype);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(input.dim == output.dim);
    TPUDNN_CHECK(other.dim == output.dim);
    for (int i = 0; i < output.dim; ++i)
    {
        TPUDNN_CHECK(input.shape[i] == 1 || input.shape[i] == output.shape[i]);
        TPUDNN_CHECK(other.shape[i] == 1 || other.shape[i] == output.shape[i]);
    }
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&other));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    sg_api_binary_bcast_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.other_global_addr = pimpl->virtToPhys(other.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = output.dim;
    for (int i = 0; i < output.dim; ++i)
    {
        api.input_shape[i] = input.shape[i];
        api.other_shape[i] = other.shape[i];
    }
    api.value = scalar;
    api.binary_type = binary_type;
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("binary_bcast", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnBinaryCAsync(tpudnnHandle_t handle, tpudnnTensor_t input, float scalar, tpudnnTensor_t output,
                                  int binary_type, bool inversed)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    sg_api_binary_c_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.value = scalar;
    api.binary_type = binary_type;
    api.inversed = inversed;
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("binary_c", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnAddCMulAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t tensor1,
                                  tpudnnTensor_t tensor2, float value, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == tensor1.dtype);
    TPUDNN_CHECK(input.dtype == tensor2.dtype);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32 ||
                 input.dtype == TPUDNN_DTYPE_FP16 ||
                 input.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &tensor1));
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &tensor2));
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&tensor1));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&tensor2));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    sg_api_addcmul_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.tensor1_global_addr = pimpl->virtToPhys(tensor1.addr);
    api.tensor2_global_addr = pimpl->virtToPhys(tensor2.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.value = value;
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("add_c_mul", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnPowAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == other.dtype);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32 ||
                 input.dtype == TPUDNN_DTYPE_FP16 ||
                 input.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &other));
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&other));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    int max_dim = 8;
    sg_api_pow_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.other_global_addr = pimpl->virtToPhys(other.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.input_dtype = tpudnnKernelDType(input.dtype);
    api.other_dtype = tpudnnKernelDType(other.dtype);
    api.output_dtype = tpudnnKernelDType(output.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("pow", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnMinimumAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other,
                                  tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == other.dtype);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &other));
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&other));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    sg_api_minimum_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.other_global_addr = pimpl->virtToPhys(other.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.dtype = tpudnnKernelDType(input.dtype);
    TPUDNN_SAFE_CALL(pimpl->launchKernel("minimum", &api, sizeof(api)));
    return TPUDNN_STATUS_SUCCESS;
}

tpudnnStatus_t tpudnnHypotAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other,
                                tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_CHECK(input.dtype == other.dtype);
    TPUDNN_CHECK(input.dtype == output.dtype);
    TPUDNN_CHECK(input.dtype == TPUDNN_DTYPE_FP32 ||
                 input.dtype == TPUDNN_DTYPE_FP16 ||
                 input.dtype == TPUDNN_DTYPE_BF16);
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &other));
    TPUDNN_CHECK(tpudnnIsSameShape(&input, &output));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&input));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&other));
    TPUDNN_CHECK(tpudnnIsTensorContiguous(&output));
    TPUDNN_REQUIRE_KERNEL(pimpl, "hypot");
    sg_api_hypot_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.other_global_addr = pimpl->virtToPhys(other.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.dim = input.dim;
    for (int i = 0; i < input.dim; ++i)
    {
        api.shape[i] = input.shape[i];
    }
    api.dtype = tpudnnKernelDType(input.dtype);
    if (tpudnnTensorBytes(&output) > 0)
    {
        TPUDNN_SAFE_CALL(pimpl->launchKernel("hypot", &api, sizeof(api)));
    }
    return TPUDNN_STATUS_SUCCESS;
}
