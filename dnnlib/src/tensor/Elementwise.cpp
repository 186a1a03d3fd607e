// Operators element by element that are written in unified form; those that come from legacy code are in Binary.cpp, Bitwise.cpp and others.
#include <algorithm>

#include "launch_arguments.h"

using namespace tpudnn;

namespace
{

template <class Args>
tpudnnStatus_t binaryOf(tpudnnHandle_t handle, const char *key, const tpudnnTensor_t &input, const tpudnnTensor_t &other, const tpudnnTensor_t &output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, key);
    const auto api = binaryArgs<Args>(pimpl, input, other, output);
    return pimpl->launchKernel(key, &api, sizeof(api));
}

template <class Args>
tpudnnStatus_t unaryOf(tpudnnHandle_t handle, const char *key, const tpudnnTensor_t &input, const tpudnnTensor_t &output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, key);
    const auto api = unaryArgs<Args>(pimpl, input, output);
    return pimpl->launchKernel(key, &api, sizeof(api));
}

// With a number, in a struct whose field is `scalar`.
template <class Args>
tpudnnStatus_t withScalar(tpudnnHandle_t handle, const char *key, const tpudnnTensor_t &input, float scalar, const tpudnnTensor_t &output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, key);
    auto api = unaryArgs<Args>(pimpl, input, output);
    api.scalar = scalar;
    return pimpl->launchKernel(key, &api, sizeof(api));
}

template <class Args>
void setShiftTypes(Args &api, const tpudnnTensor_t &input, const tpudnnTensor_t &other, const tpudnnTensor_t &output)
{
    api.src_dtype = tpudnnKernelDType(input.dtype);
    api.other_dtype = tpudnnKernelDType(other.dtype);
    api.dst_dtype = tpudnnKernelDType(output.dtype);
}

template <class Args>
tpudnnStatus_t shiftOf(tpudnnHandle_t handle, const char *key, const tpudnnTensor_t &input, const tpudnnTensor_t &other, const tpudnnTensor_t &output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, key);
    Args api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.other_global_addr = pimpl->virtToPhys(other.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    setShape(api, input);
    setShiftTypes(api, input, other, output);
    return pimpl->launchKernel(key, &api, sizeof(api));
}

template <class Args>
tpudnnStatus_t shiftByNumber(tpudnnHandle_t handle, const char *key, const tpudnnTensor_t &input, char value, const tpudnnTensor_t &output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, key);
    auto api = unaryArgs<Args>(pimpl, input, output);
    setShiftTypes(api, input, input, output);
    api.const_value = value;
    return pimpl->launchKernel(key, &api, sizeof(api));
}

// The kernels of powers name their tensors self and out.
tpudnnStatus_t powerWithScalar(tpudnnHandle_t handle, const char *key, const tpudnnTensor_t &input, float scalar, const tpudnnTensor_t &output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, key);
    sg_api_pow_tensor_scalar_t api = {};
    api.self_global_addr = pimpl->virtToPhys(input.addr);
    api.out_global_addr = pimpl->virtToPhys(output.addr);
    setShape(api, input);
    api.value = scalar;
    api.dtype = tpudnnKernelDType(input.dtype);
    api.out_is_int = 0;
    return pimpl->launchKernel(key, &api, sizeof(api));
}

} // namespace

tpudnnStatus_t tpudnnMaximumAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output)
{
    return binaryOf<sg_api_maximum_t>(handle, "maximum", input, other, output);
}

tpudnnStatus_t tpudnnMaximumConstAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar)
{
    return withScalar<sg_api_maximumc_t>(handle, "maximum_const", input, scalar, output);
}

tpudnnStatus_t tpudnnMinimumConstAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar)
{
    return withScalar<sg_api_minimumc_t>(handle, "minimum_const", input, scalar, output);
}

tpudnnStatus_t tpudnnBitwiseAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output, BitwiseMode_t mode)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "bitwise");
    auto api = binaryArgs<sg_api_element_bitwise_t>(pimpl, input, other, output);
    api.mode = mode;
    return pimpl->launchKernel("bitwise", &api, sizeof(api));
}

tpudnnStatus_t tpudnnBitwiseConstAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, int scalar, BitwiseMode_t mode)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "bitwise_const");
    auto api = unaryArgs<sg_api_element_bitwise_c_t>(pimpl, input, output);
    api.value = scalar;
    api.mode = mode;
    return pimpl->launchKernel("bitwise_const", &api, sizeof(api));
}

tpudnnStatus_t tpudnnBitwiseNotAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    return unaryOf<sg_api_bitwise_not_t>(handle, "bitwise_not", input, output);
}

tpudnnStatus_t tpudnnLogicalAndAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output)
{
    return binaryOf<sg_api_logical_and_t>(handle, "logical_and", input, other, output);
}

tpudnnStatus_t tpudnnLogicalOrAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output)
{
    return binaryOf<sg_api_logical_or_t>(handle, "logical_or", input, other, output);
}

tpudnnStatus_t tpudnnShiftAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output, bool left)
{
    return left ? shiftOf<sg_api_shift_left_t>(handle, "shift_left", input, other, output)
                : shiftOf<sg_api_shift_right_arithmetic_t>(handle, "shift_right", input, other, output);
}

tpudnnStatus_t tpudnnShiftConstAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, char value, bool left)
{
    return left ? shiftByNumber<sg_api_shift_left_c_t>(handle, "shift_left_const", input, value, output)
                : shiftByNumber<sg_api_shift_right_arithmetic_c_t>(handle, "shift_right_const", input, value, output);
}

tpudnnStatus_t tpudnnCompareAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output, CompareMode_t mode)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "compare");
    auto api = binaryArgs<sg_api_comparision_t>(pimpl, input, other, output);
    api.mode = mode;
    return pimpl->launchKernel("compare", &api, sizeof(api));
}

tpudnnStatus_t tpudnnCompareConstAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar, CompareMode_t mode, bool inversed)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "compare_const");
    auto api = unaryArgs<sg_api_comparision_c_t>(pimpl, input, output);
    api.const_value = scalar;
    api.mode = mode;
    api.scalar_pos = inversed ? 1 : 0;
    return pimpl->launchKernel("compare_const", &api, sizeof(api));
}

tpudnnStatus_t tpudnnPowerAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "power");
    sg_api_pow_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.other_global_addr = pimpl->virtToPhys(other.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    setShape(api, input);
    api.input_dtype = tpudnnKernelDType(input.dtype);
    api.other_dtype = tpudnnKernelDType(other.dtype);
    api.output_dtype = tpudnnKernelDType(output.dtype);
    return pimpl->launchKernel("power", &api, sizeof(api));
}

tpudnnStatus_t tpudnnPowerScalarAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar)
{
    return powerWithScalar(handle, "power_scalar", input, scalar, output);
}

tpudnnStatus_t tpudnnScalarPowerAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar)
{
    return powerWithScalar(handle, "scalar_power", input, scalar, output);
}

tpudnnStatus_t tpudnnAtan2Async(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output)
{
    return binaryOf<sg_api_atan2_t>(handle, "atan2", input, other, output);
}

tpudnnStatus_t tpudnnAtan2ScalarAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar)
{
    return withScalar<sg_api_atan2_c_t>(handle, "atan2_scalar", input, scalar, output);
}

// The kernel calls the tensor `other`.
tpudnnStatus_t tpudnnScalarAtan2Async(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "scalar_atan2");
    sg_api_atan2c_t api = {};
    api.other_global_addr = pimpl->virtToPhys(input.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    setShape(api, input);
    api.dtype = tpudnnKernelDType(input.dtype);
    api.scalar = scalar;
    return pimpl->launchKernel("scalar_atan2", &api, sizeof(api));
}

tpudnnStatus_t tpudnnCbrtAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    return unaryOf<sg_api_cbrt_t>(handle, "cbrt", input, output);
}

tpudnnStatus_t tpudnnSignbitAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output)
{
    return unaryOf<sg_api_signbit_t>(handle, "signbit", input, output);
}

tpudnnStatus_t tpudnnLeakyReLUAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float negative_slope)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "leaky_re_lu");
    auto api = unaryArgs<sg_api_leakyrelu_t>(pimpl, input, output);
    api.negative_slope = negative_slope;
    return pimpl->launchKernel("leaky_re_lu", &api, sizeof(api));
}

tpudnnStatus_t tpudnnHardtanhAsync(tpudnnHandle_t handle, tpudnnTensor_t input, float min_value, float max_value, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "hardtanh");
    auto api = unaryArgs<sg_api_hardtanh_t>(pimpl, input, output);
    api.min_value = min_value;
    api.max_value = max_value;
    return pimpl->launchKernel("hardtanh", &api, sizeof(api));
}

tpudnnStatus_t tpudnnReLUBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t input, tpudnnTensor_t grad_input)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "re_lu_backward");
    sg_api_relu_backward_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.grad_output_global_addr = pimpl->virtToPhys(grad_output.addr);
    api.grad_input_global_addr = pimpl->virtToPhys(grad_input.addr);
    setShape(api, input);
    api.dtype = tpudnnKernelDType(input.dtype);
    return pimpl->launchKernel("re_lu_backward", &api, sizeof(api));
}

tpudnnStatus_t tpudnnAddCDivAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t tensor1, tpudnnTensor_t tensor2, float scalar,
                                  tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "add_c_div");
    auto api = unaryArgs<sg_api_addcdiv_t>(pimpl, input, output);
    api.tensor1_global_addr = pimpl->virtToPhys(tensor1.addr);
    api.tensor2_global_addr = pimpl->virtToPhys(tensor2.addr);
    api.value = scalar;
    return pimpl->launchKernel("add_c_div", &api, sizeof(api));
}

tpudnnStatus_t tpudnnAddCMulBcastAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t tensor1, tpudnnTensor_t tensor2, float scalar,
                                       tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "add_c_mul_bcast");
    sg_api_bcast_addcmul_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.tensor1_global_addr = pimpl->virtToPhys(tensor1.addr);
    api.tensor2_global_addr = pimpl->virtToPhys(tensor2.addr);
    api.output_global_addr = pimpl->virtToPhys(output.addr);
    api.input_dim = input.dim;
    api.tensor1_dim = tensor1.dim;
    api.tensor2_dim = tensor2.dim;
    std::copy_n(input.shape, input.dim, api.input_shape);
    std::copy_n(tensor1.shape, tensor1.dim, api.tensor1_shape);
    std::copy_n(tensor2.shape, tensor2.dim, api.tensor2_shape);
    api.value = scalar;
    api.dtype = tpudnnKernelDType(input.dtype);
    return pimpl->launchKernel("add_c_mul_bcast", &api, sizeof(api));
}

tpudnnStatus_t tpudnnMaskedFillAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t mask, float value, tpudnnTensor_t out)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "masked_fill");
    sg_api_masked_fill_t api = {};
    api.input_global_addr = pimpl->virtToPhys(input.addr);
    api.mask_global_addr = pimpl->virtToPhys(mask.addr);
    api.out_global_addr = pimpl->virtToPhys(out.addr);
    api.input_dims = input.dim;
    api.mask_dims = mask.dim;
    std::copy_n(input.shape, input.dim, api.input_shape);
    std::copy_n(mask.shape, mask.dim, api.mask_shape);
    api.value = value;
    api.dtype = tpudnnKernelDType(input.dtype);
    return pimpl->launchKernel("masked_fill", &api, sizeof(api));
}

// The kernel calls the divisor `scalar`.
tpudnnStatus_t tpudnnRemainderAsync(tpudnnHandle_t handle, tpudnnTensor_t input, float other, tpudnnTensor_t output)
{
    return withScalar<sg_api_remainder_t>(handle, "remainder", input, other, output);
}

namespace
{

// The kernels' shape counts pairs.
tpudnnStatus_t ofPairs(tpudnnHandle_t handle, const char *key, const tpudnnTensor_t &input, const tpudnnTensor_t &output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, key);
    auto api = unaryArgs<sg_api_real_t>(pimpl, input, output);
    --api.dim;
    return pimpl->launchKernel(key, &api, sizeof(api));
}

} // namespace

tpudnnStatus_t tpudnnRealAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output) { return ofPairs(handle, "real", input, output); }

tpudnnStatus_t tpudnnConjAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output) { return ofPairs(handle, "conj", input, output); }
