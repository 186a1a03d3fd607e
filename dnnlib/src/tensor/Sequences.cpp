// Attention of sequences, written in unified form.
#include <numeric>

#include "launch_arguments.h"

using namespace tpudnn;

namespace
{

// The tensor itself, or a copy of it where it is not contiguous.
tpudnnTensor_t contiguousOf(tpudnnHandle_t handle, TPUDNNScopedMemory &memory, const tpudnnTensor_t &tensor)
{
    if (tpudnnIsTensorContiguous(&tensor))
    {
        return tensor;
    }
    tpudnnTensor_t copy = tensor;
    tpudnnContiguousStride(copy.shape, copy.dim, copy.stride);
    copy.addr = nullptr;
    TPUDNN_SAFE_CALL(memory.malloc(&copy.addr, tpudnnTensorBytes(&copy)));
    TPUDNN_SAFE_CALL(tpudnnStridedCopyAsync(handle, tensor, copy));
    return copy;
}

// What the kernels' argument structs have in common.
struct Operands
{
    const tpudnnTensor_t &q, &k, &v, &cos, &sin, &mask;
    int places;
    float scale;
};

template <class Args>
Args sequenceArgs(tpudnnHandle_t handle, TPUDNNScopedMemory &memory, const Operands &operands)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    const tpudnnTensor_t &q = operands.q;
    const auto elements = [](const tpudnnTensor_t &tensor) { return tensor.addr ? tpudnnTensorElements(&tensor) : 0; };
    Args api = {};
    api.Q_global_addr = pimpl->virtToPhys(contiguousOf(handle, memory, q).addr);
    api.K_global_addr = pimpl->virtToPhys(contiguousOf(handle, memory, operands.k).addr);
    api.V_global_addr = pimpl->virtToPhys(contiguousOf(handle, memory, operands.v).addr);
    api.cos_global_addr = pimpl->virtToPhys(operands.cos.addr);
    api.sin_global_addr = pimpl->virtToPhys(operands.sin.addr);
    api.mask_global_addr = pimpl->virtToPhys(operands.mask.addr);
    api.tokens = q.dim == 4 ? tpudnnSizeProduct(q.shape[0], q.shape[1]) : q.shape[0];
    api.q_heads = q.shape[q.dim - 2];
    api.kv_heads = operands.k.shape[operands.k.dim - 2];
    api.head_size = q.shape[q.dim - 1];
    api.rope_rows = api.head_size == 0 ? 0 : static_cast<int>(elements(operands.cos) / static_cast<size_t>(api.head_size));
    api.mask_rows = operands.places == 0 ? 0 : static_cast<int>(elements(operands.mask) / static_cast<size_t>(operands.places));
    api.mask_size = operands.places;
    api.C = operands.scale;
    api.dtype = tpudnnKernelDType(q.dtype);
    return api;
}

} // namespace

tpudnnStatus_t tpudnnLlamaAttentionForwardAsync(tpudnnHandle_t handle, tpudnnTensor_t O, tpudnnTensor_t Q, tpudnnTensor_t K, tpudnnTensor_t V,
                                                tpudnnTensor_t RoPE_cos, tpudnnTensor_t RoPE_sin, tpudnnTensor_t mask, tpudnnTensor_t softmax_lse,
                                                int *input_lengths, int num_input_lengths, int mask_max, float C, float dropout_rate, int batch)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "llama_attention_forward");
    TPUDNN_CHECK(dropout_rate == 0.0f);
    TPUDNNScopedMemory memory(pimpl);
    auto api = sequenceArgs<sg_api_llama_attention_forward_t>(handle, memory, {Q, K, V, RoPE_cos, RoPE_sin, mask, mask_max, C});
    api.OUT_global_addr = pimpl->virtToPhys(O.addr);
    api.softmax_lse_global_addr = pimpl->virtToPhys(softmax_lse.addr);
    api.input_lengths_global_addr = uploaded(pimpl, memory, input_lengths, num_input_lengths);
    api.batch = batch;
    return pimpl->launchKernel("llama_attention_forward", &api, sizeof(api));
}

tpudnnStatus_t tpudnnLlamaAttentionBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t Q, tpudnnTensor_t K, tpudnnTensor_t V, tpudnnTensor_t O,
                                                 tpudnnTensor_t dO, tpudnnTensor_t L, tpudnnTensor_t dQ, tpudnnTensor_t dK, tpudnnTensor_t dV,
                                                 tpudnnTensor_t RoPE_cos, tpudnnTensor_t RoPE_sin, tpudnnTensor_t mask, tpudnnTensor_t input_length,
                                                 int mask_max, float C)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "llama_attention_backward");
    TPUDNNScopedMemory memory(pimpl);
    tpudnnTensor_t lse = L;
    if (L.dtype != TPUDNN_DTYPE_FP32 && L.addr)
    {
        lse.dtype = TPUDNN_DTYPE_FP32;
        TPUDNN_SAFE_CALL(memory.malloc(&lse.addr, tpudnnTensorBytes(&lse)));
        TPUDNN_SAFE_CALL(tpudnnConvertAsync(handle, L, lse));
    }
    auto api = sequenceArgs<sg_api_llama_attention_backward_t>(handle, memory, {Q, K, V, RoPE_cos, RoPE_sin, mask, mask_max, C});
    api.O_global_addr = pimpl->virtToPhys(O.addr);
    api.dO_global_addr = pimpl->virtToPhys(dO.addr);
    api.L_global_addr = pimpl->virtToPhys(lse.addr);
    api.dQ_global_addr = pimpl->virtToPhys(dQ.addr);
    api.dK_global_addr = pimpl->virtToPhys(dK.addr);
    api.dV_global_addr = pimpl->virtToPhys(dV.addr);
    api.input_lengths_global_addr = pimpl->virtToPhys(input_length.addr);
    api.batch = input_length.shape[0];
    return pimpl->launchKernel("llama_attention_backward", &api, sizeof(api));
}

tpudnnStatus_t tpudnnMultiHeadAttentionAsync(tpudnnHandle_t handle, tpudnnTensor_t OUT, tpudnnTensor_t Q, tpudnnTensor_t K, tpudnnTensor_t V,
                                             tpudnnTensor_t cos, tpudnnTensor_t sin, tpudnnTensor_t mask, float scale)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "multi_head_attention");
    TPUDNNScopedMemory memory(pimpl);
    auto api = sequenceArgs<sg_api_llama_attention_forward_t>(handle, memory, {Q, K, V, cos, sin, mask, Q.shape[1], scale});
    api.OUT_global_addr = pimpl->virtToPhys(OUT.addr);
    api.batch = Q.shape[0];
    return pimpl->launchKernel("multi_head_attention", &api, sizeof(api));
}

tpudnnStatus_t tpudnnPagedAttentionAsync(tpudnnHandle_t handle, tpudnnTensor_t OUT, tpudnnTensor_t Q, tpudnnTensor_t K, tpudnnTensor_t V,
                                         tpudnnTensor_t Kcache, tpudnnTensor_t Vcache, tpudnnTensor_t cos, tpudnnTensor_t sin,
                                         tpudnnTensor_t save_slots, tpudnnTensor_t block_tables, tpudnnTensor_t mask,
                                         [[maybe_unused]] tpudnnTensor_t Qbuffer, [[maybe_unused]] tpudnnTensor_t Kbuffer,
                                         [[maybe_unused]] tpudnnTensor_t Vbuffer, tpudnnTensor_t input_lengths_tensor,
                                         tpudnnTensor_t cache_lengths_tensor, int rope_head_size, int *input_lengths, int *cache_lengths,
                                         int num_input_lengths, [[maybe_unused]] int slots_size, [[maybe_unused]] int fetch_size, int mask_size,
                                         int block_size, float C, int attention_mode)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "paged_attention");
    const bool prefill = attention_mode == 2;
    const tpudnnTensor_t &table = block_tables.addr ? block_tables : save_slots;
    TPUDNN_CHECK(rope_head_size == Q.shape[2]);
    TPUDNN_CHECK(table.dim == 2 && table.shape[0] == num_input_lengths);
    TPUDNN_CHECK(prefill || block_tables.addr != nullptr);
    TPUDNN_CHECK(prefill || tpudnnTensorElements(&save_slots) == static_cast<size_t>(num_input_lengths));
    TPUDNN_CHECK((input_lengths != nullptr) != (input_lengths_tensor.addr != nullptr));
    TPUDNN_CHECK(cache_lengths == nullptr || input_lengths != nullptr);
    TPUDNN_CHECK(cache_lengths_tensor.addr == nullptr || input_lengths_tensor.addr != nullptr);
    if (prefill && input_lengths)
    {
        const auto tokens = std::accumulate(input_lengths, input_lengths + num_input_lengths, 0LL);
        TPUDNN_CHECK(tokens == Q.shape[0]);
    }
    TPUDNNScopedMemory memory(pimpl);
    auto api = sequenceArgs<sg_api_paged_attention_t>(handle, memory, {Q, K, V, cos, sin, mask, mask_size, C});
    api.OUT_global_addr = pimpl->virtToPhys(OUT.addr);
    api.Kcache_global_addr = pimpl->virtToPhys(Kcache.addr);
    api.Vcache_global_addr = pimpl->virtToPhys(Vcache.addr);
    api.input_lengths_global_addr =
        input_lengths ? uploaded(pimpl, memory, input_lengths, num_input_lengths) : pimpl->virtToPhys(input_lengths_tensor.addr);
    api.cache_lengths_global_addr =
        cache_lengths ? uploaded(pimpl, memory, cache_lengths, num_input_lengths) : pimpl->virtToPhys(cache_lengths_tensor.addr);
    api.save_slots_global_addr = pimpl->virtToPhys(save_slots.addr);
    api.block_tables_global_addr = pimpl->virtToPhys(table.addr);
    api.batch = num_input_lengths;
    api.cache_rows = tpudnnSizeProduct(Kcache.shape[0], block_size);
    api.table_size = table.shape[1];
    api.block_size = block_size;
    api.attention_mode = attention_mode;
    return pimpl->launchKernel("paged_attention", &api, sizeof(api));
}
