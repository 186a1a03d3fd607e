// Layers of language models, written in unified form: perceptrons, and a product with an adapter of low rank.
#include <algorithm>

#include "launch_arguments.h"

using namespace tpudnn;

namespace
{

// The same memory as a matrix of `rows` and `columns`.
tpudnnTensor_t matrixOf(const tpudnnTensor_t &tensor, int rows, int columns)
{
    tpudnnTensor_t matrix = tensor;
    matrix.dim = 2;
    matrix.shape[0] = rows;
    matrix.shape[1] = columns;
    tpudnnContiguousStride(matrix.shape, 2, matrix.stride);
    return matrix;
}

// Its last two dimensions exchanged.
tpudnnTensor_t turned(const tpudnnTensor_t &tensor)
{
    const int rows = tensor.shape[tensor.dim - 2], columns = tensor.shape[tensor.dim - 1];
    tpudnnTensor_t matrix = matrixOf(tensor, rows, columns);
    std::swap(matrix.shape[0], matrix.shape[1]);
    std::swap(matrix.stride[0], matrix.stride[1]);
    return matrix;
}

// What lies before the last dimension, as one.
int rowsOf(const tpudnnTensor_t &tensor)
{
    int rows = 1;
    for (int i = 0; i < tensor.dim - 1; ++i)
    {
        rows = tpudnnSizeProduct(rows, tensor.shape[i]);
    }
    return rows;
}

tpudnnTensor_t roomFor(TPUDNNScopedMemory &memory, const tpudnnTensor_t &like, int rows, int columns)
{
    tpudnnTensor_t room = matrixOf(like, rows, columns);
    room.addr = nullptr;
    TPUDNN_SAFE_CALL(memory.malloc(&room.addr, tpudnnTensorBytes(&room)));
    return room;
}

} // namespace

tpudnnStatus_t tpudnnLoraMatmulForwardAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t loraA, tpudnnTensor_t loraB,
                                            tpudnnTensor_t weight, tpudnnTensor_t output, float scale)
{
    TPUDNNScopedMemory memory(static_cast<TPUDNNImpl *>(handle));
    const int rows = rowsOf(input), inner = weight.shape[1], columns = weight.shape[0], rank = loraA.shape[1];
    const tpudnnTensor_t left = matrixOf(input, rows, inner), result = matrixOf(output, rows, columns);
    const tpudnnTensor_t reduced = roomFor(memory, input, rows, rank), correction = roomFor(memory, input, rows, columns);
    TPUDNN_SAFE_CALL(tpudnnMatmulAsync(handle, left, turned(weight), tpudnnUndefinedTensor(), result));
    TPUDNN_SAFE_CALL(tpudnnMatmulAsync(handle, left, turned(loraA), tpudnnUndefinedTensor(), reduced));
    TPUDNN_SAFE_CALL(tpudnnMatmulAsync(handle, reduced, turned(loraB), tpudnnUndefinedTensor(), correction));
    return tpudnnBinaryAsync(handle, result, correction, scale, result, BINARY_ADD);
}

tpudnnStatus_t tpudnnLLaVaMlpAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t w1, tpudnnTensor_t w2, tpudnnTensor_t b1,
                                   tpudnnTensor_t b2, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "l_la_va_mlp");
    sg_api_mlp_multi_core_t api = {};
    api.input_addr = pimpl->virtToPhys(input.addr);
    api.weight0_addr = pimpl->virtToPhys(w1.addr);
    api.weight1_addr = pimpl->virtToPhys(w2.addr);
    api.bias0_addr = pimpl->virtToPhys(b1.addr);
    api.bias1_addr = pimpl->virtToPhys(b2.addr);
    api.output_addr = pimpl->virtToPhys(output.addr);
    api.in_dims = input.dim;
    std::copy_n(input.shape, input.dim, api.in_shape);
    api.w0_dims = w1.dim;
    std::copy_n(w1.shape, w1.dim, api.w0_shape);
    api.w1_dims = w2.dim;
    std::copy_n(w2.shape, w2.dim, api.w1_shape);
    api.in_dtype = tpudnnKernelDType(input.dtype);
    api.out_dtype = tpudnnKernelDType(output.dtype);
    api.has_bias = (b1.addr ? 1 : 0) + (b2.addr ? 2 : 0);
    return pimpl->launchKernel("l_la_va_mlp", &api, sizeof(api));
}

// The kernel takes the first two weights the other way round.
tpudnnStatus_t tpudnnLLamaMlpAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight0, tpudnnTensor_t weight1,
                                   tpudnnTensor_t weight2, [[maybe_unused]] tpudnnTensor_t bias0, [[maybe_unused]] tpudnnTensor_t bias1,
                                   [[maybe_unused]] tpudnnTensor_t bias2, [[maybe_unused]] tpudnnTensor_t fc1, [[maybe_unused]] tpudnnTensor_t m0,
                                   tpudnnTensor_t output, [[maybe_unused]] bool save_mid_res)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "l_lama_mlp");
    TPUDNNScopedMemory memory(pimpl);
    const int middle = weight0.shape[0], width = weight0.shape[1];
    const tpudnnTensor_t up = roomFor(memory, weight0, width, middle), gate = roomFor(memory, weight1, width, middle);
    TPUDNN_SAFE_CALL(tpudnnStridedCopyAsync(handle, turned(weight0), up));
    TPUDNN_SAFE_CALL(tpudnnStridedCopyAsync(handle, turned(weight1), gate));
    sg_api_llama_mlp_multi_core_t api = {};
    api.input_addr = pimpl->virtToPhys(input.addr);
    api.weight0_addr = pimpl->virtToPhys(up.addr);
    api.weight1_addr = pimpl->virtToPhys(gate.addr);
    api.weight2_addr = pimpl->virtToPhys(weight2.addr);
    api.output_addr = pimpl->virtToPhys(output.addr);
    api.batch = rowsOf(input);
    api.input_w = width;
    api.middle_w = middle;
    api.dtype = tpudnnKernelDType(input.dtype);
    return pimpl->launchKernel("l_lama_mlp", &api, sizeof(api));
}

tpudnnStatus_t tpudnnMlpbackward(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight0, tpudnnTensor_t weight1, tpudnnTensor_t weight2,
                                 tpudnnTensor_t w0x, tpudnnTensor_t w1x, tpudnnTensor_t output, tpudnnTensor_t grad_tmp, tpudnnTensor_t grad_input,
                                 tpudnnTensor_t grad_weight0, tpudnnTensor_t grad_weight1, tpudnnTensor_t grad_weight2)
{
    TPUDNNScopedMemory memory(static_cast<TPUDNNImpl *>(handle));
    const int rows = rowsOf(input), width = weight0.shape[1], middle = weight0.shape[0];
    const tpudnnTensor_t left = matrixOf(input, rows, width), gradient = matrixOf(output, rows, width);
    const tpudnnTensor_t up = matrixOf(w0x, rows, middle), gate = matrixOf(w1x, rows, middle), inner = matrixOf(grad_tmp, rows, middle);
    const tpudnnTensor_t result = matrixOf(grad_input, rows, width), more = roomFor(memory, input, rows, width);
    const tpudnnTensor_t silu = roomFor(memory, input, rows, middle), product = roomFor(memory, input, rows, middle);
    const auto matmul = [&](const tpudnnTensor_t &a, const tpudnnTensor_t &b, const tpudnnTensor_t &c) {
        TPUDNN_SAFE_CALL(tpudnnMatmulAsync(handle, a, b, tpudnnUndefinedTensor(), c));
    };
    const auto multiply = [&](const tpudnnTensor_t &a, const tpudnnTensor_t &b, const tpudnnTensor_t &c) {
        TPUDNN_SAFE_CALL(tpudnnBinaryAsync(handle, a, b, 1.0f, c, BINARY_MUL));
    };
    matmul(gradient, weight2, inner);
    TPUDNN_SAFE_CALL(tpudnnActiveAsync(handle, gate, silu, TPUDNN_ACTIVE_SILU));
    multiply(up, silu, product);
    matmul(turned(gradient), product, grad_weight2);
    multiply(inner, silu, silu); // the gradient of W0X
    matmul(turned(silu), left, grad_weight0);
    matmul(silu, weight0, result);
    multiply(inner, up, product);
    TPUDNN_SAFE_CALL(tpudnnSiluBackwardAsync(handle, product, gate, product)); // of W1X
    matmul(turned(product), left, grad_weight1);
    matmul(product, weight1, more);
    return tpudnnBinaryAsync(handle, result, more, 1.0f, result, BINARY_ADD);
}

tpudnnStatus_t tpudnnLLamaA16MlpAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight0, tpudnnTensor_t zp0, tpudnnTensor_t scale0,
                                      tpudnnTensor_t weight1, tpudnnTensor_t zp1, tpudnnTensor_t scale1, tpudnnTensor_t weight2, tpudnnTensor_t zp2,
                                      tpudnnTensor_t scale2, int group_size, int weight_bits, tpudnnTensor_t output)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "l_lama_a16_mlp");
    sg_api_llama_mlp_multi_core_t api = {};
    api.input_addr = pimpl->virtToPhys(input.addr);
    api.weight0_addr = pimpl->virtToPhys(weight0.addr);
    api.zp0_addr = pimpl->virtToPhys(zp0.addr);
    api.scale0_addr = pimpl->virtToPhys(scale0.addr);
    api.weight1_addr = pimpl->virtToPhys(weight1.addr);
    api.zp1_addr = pimpl->virtToPhys(zp1.addr);
    api.scale1_addr = pimpl->virtToPhys(scale1.addr);
    api.weight2_addr = pimpl->virtToPhys(weight2.addr);
    api.zp2_addr = pimpl->virtToPhys(zp2.addr);
    api.scale2_addr = pimpl->virtToPhys(scale2.addr);
    api.output_addr = pimpl->virtToPhys(output.addr);
    api.batch = rowsOf(input);
    api.input_w = weight2.shape[0];
    api.middle_w = weight0.shape[0];
    api.dtype = tpudnnKernelDType(input.dtype);
    api.quantized = 1;
    api.group_size = group_size;
    api.weight_bits = weight_bits;
    return pimpl->launchKernel("l_lama_a16_mlp", &api, sizeof(api));
}

tpudnnStatus_t tpudnnMlpW8A16DqAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight0, tpudnnTensor_t weight1,
                                     tpudnnTensor_t weight2, tpudnnTensor_t scale0, tpudnnTensor_t scale1, tpudnnTensor_t scale2,
                                     tpudnnTensor_t output, int blocksize)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "mlp_w8_a16_dq");
    sg_api_mlp_w8a16_dq_multi_core_t api = {};
    api.input_addr = pimpl->virtToPhys(input.addr);
    api.gate_weight_addr = pimpl->virtToPhys(weight0.addr);
    api.up_weight_addr = pimpl->virtToPhys(weight1.addr);
    api.down_weight_addr = pimpl->virtToPhys(weight2.addr);
    api.gate_scale_addr = pimpl->virtToPhys(scale0.addr);
    api.up_scale_addr = pimpl->virtToPhys(scale1.addr);
    api.down_scale_addr = pimpl->virtToPhys(scale2.addr);
    api.output_addr = pimpl->virtToPhys(output.addr);
    api.batch = rowsOf(input);
    api.input_w = weight0.shape[1];
    api.middle_w = weight0.shape[0];
    api.block_size = blocksize;
    api.down_transposed = tpudnnIsTensorTransposed(&weight2) ? 1 : 0;
    api.down_scale_transposed = tpudnnIsTensorTransposed(&scale2) ? 1 : 0;
    api.weight_dtype = tpudnnKernelDType(weight0.dtype);
    api.dtype = tpudnnKernelDType(input.dtype);
    return pimpl->launchKernel("mlp_w8_a16_dq", &api, sizeof(api));
}
