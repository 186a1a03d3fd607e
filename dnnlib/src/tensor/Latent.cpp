// Attention over latent vectors, written in unified form.
#include <algorithm>
#include <vector>

#include "launch_arguments.h"

using namespace tpudnn;

namespace
{

struct LatentTensors
{
    const tpudnnTensor_t &out, &q, &kv, &pe, &wuq, &wukv, &kvCache, &peCache, &cos, &sin;
};

struct LatentSizes
{
    int batch, heads, nope, rope, value, blockSize;
    float scale;
};

sg_api_latent_attention_t latentArgs(TPUDNNImpl *pimpl, const LatentTensors &tensors, const LatentSizes &sizes)
{
    sg_api_latent_attention_t api = {};
    api.OUT_global_addr = pimpl->virtToPhys(tensors.out.addr);
    api.Q_global_addr = pimpl->virtToPhys(tensors.q.addr);
    api.KV_global_addr = pimpl->virtToPhys(tensors.kv.addr);
    api.PE_global_addr = pimpl->virtToPhys(tensors.pe.addr);
    api.WUQ_global_addr = pimpl->virtToPhys(tensors.wuq.addr);
    api.WUKV_global_addr = pimpl->virtToPhys(tensors.wukv.addr);
    api.KVcache_global_addr = pimpl->virtToPhys(tensors.kvCache.addr);
    api.PEcache_global_addr = pimpl->virtToPhys(tensors.peCache.addr);
    api.cos_global_addr = pimpl->virtToPhys(tensors.cos.addr);
    api.sin_global_addr = pimpl->virtToPhys(tensors.sin.addr);
    api.tokens = 1;
    for (int i = 0; i + 1 < tensors.q.dim; ++i)
    {
        api.tokens = tpudnnSizeProduct(api.tokens, tensors.q.shape[i]);
    }
    api.batch = sizes.batch;
    api.num_heads = sizes.heads;
    api.q_lora_rank = tensors.wuq.shape[1];
    api.kv_lora_rank = tensors.wukv.shape[1];
    api.qk_nope_head_dim = sizes.nope;
    api.qk_rope_head_dim = sizes.rope;
    api.v_head_dim = sizes.value;
    api.cache_rows = tpudnnSizeProduct(tensors.kvCache.shape[0], tensors.kvCache.shape[1]);
    api.block_size = sizes.blockSize;
    api.weight_dtype = tpudnnKernelDType(tensors.wuq.dtype);
    api.C = sizes.scale;
    api.dtype = tpudnnKernelDType(tensors.q.dtype);
    return api;
}

void setScales(TPUDNNImpl *pimpl, sg_api_latent_attention_t &api, const tpudnnTensor_t &wuq, const tpudnnTensor_t &wukv, int block)
{
    api.WUQ_scale_global_addr = pimpl->virtToPhys(wuq.addr);
    api.WUKV_scale_global_addr = pimpl->virtToPhys(wukv.addr);
    api.quant_block_size = block;
}

// Lengths in host memory: of the new tokens, or in decode with those before them.
void setLengths(TPUDNNImpl *pimpl, TPUDNNScopedMemory &memory, sg_api_latent_attention_t &api, const int *lengths, int added, bool decode)
{
    std::vector<int> news(lengths, lengths + api.batch);
    if (decode)
    {
        std::vector<int> cached(news);
        std::for_each(cached.begin(), cached.end(), [=](int &length) { length -= added; });
        std::fill(news.begin(), news.end(), added);
        api.cache_lengths_global_addr = uploaded(pimpl, memory, cached.data(), api.batch);
    }
    api.input_lengths_global_addr = uploaded(pimpl, memory, news.data(), api.batch);
}

// In prefill the table says where new tokens go, in decode the slots.
void setPages(TPUDNNImpl *pimpl, sg_api_latent_attention_t &api, const tpudnnTensor_t &table, const tpudnnTensor_t &slots, int blocks, bool decode)
{
    const tpudnnTensor_t &pages = table.addr ? table : slots;
    TPUDNN_CHECK(!decode || table.addr != nullptr || api.batch == 0);
    TPUDNN_CHECK(pages.dim == 2 && pages.shape[0] == api.batch && pages.shape[1] == blocks);
    TPUDNN_CHECK(!decode || tpudnnTensorElements(&slots) == static_cast<size_t>(api.tokens));
    api.block_table_global_addr = pimpl->virtToPhys(pages.addr);
    api.save_slots_global_addr = decode ? pimpl->virtToPhys(slots.addr) : 0;
    api.table_size = blocks;
}

} // namespace

tpudnnStatus_t tpudnnLatentAttentionAsync(tpudnnHandle_t handle, tpudnnTensor_t OUT, tpudnnTensor_t Q, tpudnnTensor_t KV, tpudnnTensor_t PE,
                                          tpudnnTensor_t WUQ, tpudnnTensor_t WUKV, tpudnnTensor_t KVcache, tpudnnTensor_t PEcache,
                                          tpudnnTensor_t cos, tpudnnTensor_t sin, [[maybe_unused]] tpudnnTensor_t KVU,
                                          [[maybe_unused]] tpudnnTensor_t mask, int *input_lengths, int num_input_lengths, int n_heads,
                                          int generate_token, [[maybe_unused]] int q_lora_rank, [[maybe_unused]] int kv_lora_rank,
                                          int qk_nope_head_dim, int qk_rope_head_dim, int v_head_dim, [[maybe_unused]] int mask_size,
                                          int max_cache_size, float C, AttentionMode_t attention_mode)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "latent_attention");
    TPUDNN_CHECK(input_lengths != nullptr || num_input_lengths == 0);
    TPUDNNScopedMemory memory(pimpl);
    auto api = latentArgs(pimpl, {OUT, Q, KV, PE, WUQ, WUKV, KVcache, PEcache, cos, sin},
                          {num_input_lengths, n_heads, qk_nope_head_dim, qk_rope_head_dim, v_head_dim, max_cache_size, C});
    setLengths(pimpl, memory, api, input_lengths, generate_token, attention_mode == NORMAL_ATTENTION_DECODE);
    return pimpl->launchKernel("latent_attention", &api, sizeof(api));
}

tpudnnStatus_t tpudnnPagedLatentAttentionAsync(tpudnnHandle_t handle, tpudnnTensor_t OUT, tpudnnTensor_t Q, tpudnnTensor_t KV, tpudnnTensor_t PE,
                                               tpudnnTensor_t WUQ, tpudnnTensor_t WUKV, tpudnnTensor_t KVcache, tpudnnTensor_t PEcache,
                                               tpudnnTensor_t cos, tpudnnTensor_t sin, [[maybe_unused]] tpudnnTensor_t KVU,
                                               [[maybe_unused]] tpudnnTensor_t mask, tpudnnTensor_t block_table, tpudnnTensor_t save_slots,
                                               int max_paged_block_num, int block_size, int *input_lengths, int *cache_lengths,
                                               int num_input_lengths, int n_heads, int generate_token, [[maybe_unused]] int q_lora_rank,
                                               [[maybe_unused]] int kv_lora_rank, int qk_nope_head_dim, int qk_rope_head_dim, int v_head_dim,
                                               [[maybe_unused]] int mask_size, float C, AttentionMode_t attention_mode)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "paged_latent_attention");
    TPUDNN_CHECK((input_lengths != nullptr && cache_lengths != nullptr) || num_input_lengths == 0);
    TPUDNNScopedMemory memory(pimpl);
    auto api = latentArgs(pimpl, {OUT, Q, KV, PE, WUQ, WUKV, KVcache, PEcache, cos, sin},
                          {num_input_lengths, n_heads, qk_nope_head_dim, qk_rope_head_dim, v_head_dim, block_size, C});
    setPages(pimpl, api, block_table, save_slots, max_paged_block_num, attention_mode == PAGED_ATTENTION_DECODE);
    setLengths(pimpl, memory, api, input_lengths, generate_token, false);
    api.cache_lengths_global_addr = uploaded(pimpl, memory, cache_lengths, num_input_lengths);
    return pimpl->launchKernel("paged_latent_attention", &api, sizeof(api));
}

tpudnnStatus_t tpudnnPagedLatentAttentionFp8Async(
    tpudnnHandle_t handle, tpudnnTensor_t OUT, tpudnnTensor_t Q, tpudnnTensor_t KV, tpudnnTensor_t PE, tpudnnTensor_t WUQ, tpudnnTensor_t WUKV,
    tpudnnTensor_t KVcache, tpudnnTensor_t PEcache, tpudnnTensor_t cos, tpudnnTensor_t sin, [[maybe_unused]] tpudnnTensor_t KVU,
    [[maybe_unused]] tpudnnTensor_t mask, tpudnnTensor_t WUQ_scale, tpudnnTensor_t WUKV_scale, tpudnnTensor_t input_length_tensor,
    tpudnnTensor_t cache_length_tensor, tpudnnTensor_t block_table, tpudnnTensor_t save_slots, tpudnnTensor_t topk_indices, const int *seqlen,
    const int *cache_seqlen, int batch, int num_heads, int generate_token, int qk_nope_head_dim, int qk_rope_head_dim, int v_head_dim,
    [[maybe_unused]] int q_lora_rank, [[maybe_unused]] int kv_lora_rank, [[maybe_unused]] int mask_size, int quant_block_size,
    int max_paged_block_num, int paged_cache_block_size, int topk_size, float softmax_scale, [[maybe_unused]] int with_w8a16,
    AttentionMode_t attn_mode)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "paged_latent_attention_fp8");
    const bool onHost = seqlen != nullptr;
    TPUDNN_CHECK(onHost == (cache_seqlen != nullptr) && onHost == (input_length_tensor.addr == nullptr || batch == 0));
    TPUDNN_CHECK(onHost || (cache_length_tensor.addr != nullptr) == (input_length_tensor.addr != nullptr));
    TPUDNNScopedMemory memory(pimpl);
    auto api = latentArgs(pimpl, {OUT, Q, KV, PE, WUQ, WUKV, KVcache, PEcache, cos, sin},
                          {batch, num_heads, qk_nope_head_dim, qk_rope_head_dim, v_head_dim, paged_cache_block_size, softmax_scale});
    setScales(pimpl, api, WUQ_scale, WUKV_scale, quant_block_size);
    setPages(pimpl, api, block_table, save_slots, max_paged_block_num, attn_mode == PAGED_ATTENTION_DECODE);
    if (onHost)
    {
        setLengths(pimpl, memory, api, seqlen, generate_token, false);
        api.cache_lengths_global_addr = uploaded(pimpl, memory, cache_seqlen, batch);
    }
    else
    {
        api.input_lengths_global_addr = pimpl->virtToPhys(input_length_tensor.addr);
        api.cache_lengths_global_addr = pimpl->virtToPhys(cache_length_tensor.addr);
    }
    if (topk_indices.addr)
    {
        api.topk_indices_global_addr = pimpl->virtToPhys(topk_indices.addr);
        api.topk_width = topk_indices.shape[1];
        api.topk_size = topk_size;
    }
    return pimpl->launchKernel("paged_latent_attention_fp8", &api, sizeof(api));
}

tpudnnStatus_t tpudnnLatentAttentionFp8Async(tpudnnHandle_t handle, tpudnnTensor_t OUT, tpudnnTensor_t Q, tpudnnTensor_t KV, tpudnnTensor_t PE,
                                             tpudnnTensor_t WUQ, tpudnnTensor_t WUKV, tpudnnTensor_t KVcache, tpudnnTensor_t PEcache,
                                             tpudnnTensor_t cos, tpudnnTensor_t sin, [[maybe_unused]] tpudnnTensor_t KVU,
                                             [[maybe_unused]] tpudnnTensor_t mask, tpudnnTensor_t WUQ_scale, tpudnnTensor_t WUKV_scale,
                                             const int *seqlen, int batch, int num_heads, int generate_token, int qk_nope_head_dim,
                                             int qk_rope_head_dim, int v_head_dim, [[maybe_unused]] int q_lora_rank,
                                             [[maybe_unused]] int kv_lora_rank, [[maybe_unused]] int mask_size, int quant_block_size,
                                             int max_cache_size, float softmax_scale, [[maybe_unused]] int with_w8a16, AttentionMode_t attn_mode)
{
    auto pimpl = static_cast<TPUDNNImpl *>(handle);
    TPUDNN_REQUIRE_KERNEL(pimpl, "latent_attention_fp8");
    TPUDNN_CHECK(seqlen != nullptr || batch == 0);
    TPUDNNScopedMemory memory(pimpl);
    auto api = latentArgs(pimpl, {OUT, Q, KV, PE, WUQ, WUKV, KVcache, PEcache, cos, sin},
                          {batch, num_heads, qk_nope_head_dim, qk_rope_head_dim, v_head_dim, max_cache_size, softmax_scale});
    setScales(pimpl, api, WUQ_scale, WUKV_scale, quant_block_size);
    setLengths(pimpl, memory, api, seqlen, generate_token, attn_mode == NORMAL_ATTENTION_DECODE);
    return pimpl->launchKernel("latent_attention_fp8", &api, sizeof(api));
}
