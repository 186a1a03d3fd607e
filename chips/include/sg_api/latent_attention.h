/* Attention over latent vectors: argument structs of the kernels in chips/common/kernels/latent_attention.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_LATENT_ATTENTION_H
#define SG_API_LATENT_ATTENTION_H

#include "types.h"

#pragma pack(push, 1)

/* Multi-core form: `tokens` new tokens of `batch` sequences of input_lengths (int32) one behind the other, which have cache_lengths (int32, optional:
 * none) tokens before them in the caches. Q [tokens, q_lora_rank] x WUQ' gives for each head qk_nope_head_dim and qk_rope_head_dim elements; the
 * latter and PE [tokens, qk_rope_head_dim] become x * cos + (-second half of x, first half) * sin of their elements 0, 2, 4 ... 1, 3, 5 ..., with
 * cos and sin [tokens, qk_rope_head_dim]. KV is [tokens, kv_lora_rank]; WUKV has for each head qk_nope_head_dim rows of keys and v_head_dim rows of values. A
 * token's score with a token it sees is C times (its first part x rows of keys) x that one's KV + its turned part x that one's PE; OUT [tokens,
 * num_heads, v_head_dim] = rows of values x the sum of KV, weighted by the softmax of the scores. A token sees those in the cache, itself and the
 * new ones before it. With topk_indices (int32, optional, [batch, topk_width]) and more than topk_size tokens in the cache, it sees of them those
 * of the row's first topk_size indices. Computed in f32.
 *
 * The caches are [cache_rows, kv_lora_rank] and [cache_rows, qk_rope_head_dim]: token t of a sequence lies in row block_table[sequence][t /
 * block_size] * block_size + t % block_size, block_table (int32) [batch, table_size], or sequence * block_size + t without it. Afterwards KV and the
 * turned PE, rounded, of the new tokens lie there too, or in rows save_slots (int32, optional, one for each token).
 *
 * All of dtype; with scales the weights are FP8, of weight_dtype, and count times the scale (dtype) of their square of quant_block_size. */
typedef struct {
    unsigned long long OUT_global_addr;
    unsigned long long Q_global_addr;
    unsigned long long KV_global_addr;
    unsigned long long PE_global_addr;
    unsigned long long WUQ_global_addr;
    unsigned long long WUKV_global_addr;
    unsigned long long WUQ_scale_global_addr;
    unsigned long long WUKV_scale_global_addr;
    unsigned long long KVcache_global_addr;
    unsigned long long PEcache_global_addr;
    unsigned long long cos_global_addr;
    unsigned long long sin_global_addr;
    unsigned long long input_lengths_global_addr;
    unsigned long long cache_lengths_global_addr;
    unsigned long long block_table_global_addr;
    unsigned long long save_slots_global_addr;
    unsigned long long topk_indices_global_addr;
    int tokens;
    int batch;
    int num_heads;
    int q_lora_rank;
    int kv_lora_rank;
    int qk_nope_head_dim;
    int qk_rope_head_dim;
    int v_head_dim;
    int cache_rows;
    int table_size;
    int block_size;
    int topk_width;
    int topk_size;
    int quant_block_size;
    int weight_dtype;
    float C;
    int dtype;
} sg_api_latent_attention_t;

#pragma pack(pop)

#endif /* SG_API_LATENT_ATTENTION_H */
