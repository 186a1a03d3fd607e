/* Attention of sequences: argument structs of the kernels in chips/common/kernels/sequence_attention.h. Conventions: sg_api_struct.h.
 *
 * Q and OUT are [tokens, q_heads, head_size], K and V [tokens, kv_heads, head_size]: `batch` sequences of input_lengths (int32) one behind the other,
 * of equal length where input_lengths is 0. Query head h reads head h * kv_heads / q_heads. With cos and sin (optional, [rope_rows, head_size]) Q and
 * K become x * cos + (-second half of x, first half) * sin; with mask (optional, [mask_rows, mask_size]) row i and column j are added to the
 * product of tokens i and j of a sequence. Where rope_rows or mask_rows is the number of tokens their rows stand for all tokens, otherwise for places in
 * a sequence. OUT = softmax(C * Q x K' + mask) x V, computed in f32. All of dtype, but for the lengths and softmax_lse. */
#ifndef SG_API_SEQUENCE_ATTENTION_H
#define SG_API_SEQUENCE_ATTENTION_H

#include "types.h"

#pragma pack(push, 1)

/* softmax_lse: optional output, f32 [tokens, q_heads], the logarithm of the sum of the exponentials of each row. */
typedef struct {
    unsigned long long OUT_global_addr;
    unsigned long long Q_global_addr;
    unsigned long long K_global_addr;
    unsigned long long V_global_addr;
    unsigned long long cos_global_addr;
    unsigned long long sin_global_addr;
    unsigned long long mask_global_addr;
    unsigned long long softmax_lse_global_addr;
    unsigned long long input_lengths_global_addr;
    int tokens;
    int batch;
    int q_heads;
    int kv_heads;
    int head_size;
    int rope_rows;
    int mask_rows;
    int mask_size;
    float C;
    int dtype;
} sg_api_llama_attention_forward_t;

/* The gradients dQ, dK, dV from dO, where O is OUT and L softmax_lse of the kernel above. */
typedef struct {
    unsigned long long Q_global_addr;
    unsigned long long K_global_addr;
    unsigned long long V_global_addr;
    unsigned long long O_global_addr;
    unsigned long long dO_global_addr;
    unsigned long long L_global_addr;
    unsigned long long dQ_global_addr;
    unsigned long long dK_global_addr;
    unsigned long long dV_global_addr;
    unsigned long long cos_global_addr;
    unsigned long long sin_global_addr;
    unsigned long long mask_global_addr;
    unsigned long long input_lengths_global_addr;
    int tokens;
    int batch;
    int q_heads;
    int kv_heads;
    int head_size;
    int rope_rows;
    int mask_rows;
    int mask_size;
    float C;
    int dtype;
} sg_api_llama_attention_backward_t;

/* Multi-core form: the sequences have tokens before these in the caches [cache_rows, kv_heads, head_size], cache_lengths of them (int32,
 * optional: none): token t of a sequence in row block_tables[sequence][t / block_size] * block_size + t % block_size, block_tables
 * (int32) [batch, table_size]. All see them, unmasked. Afterwards the new keys, turned, and values lie in the caches behind them. attention_mode 2
 * (prefill): so; mask is [mask_rows, mask_size] of the new tokens. attention_mode 3 (decode): one new token of each sequence, mask is not read, without
 * cache_lengths input_lengths counts the cached ones and the new one; it goes to row save_slots[sequence] (int32). */
typedef struct {
    unsigned long long OUT_global_addr;
    unsigned long long Q_global_addr;
    unsigned long long K_global_addr;
    unsigned long long V_global_addr;
    unsigned long long Kcache_global_addr;
    unsigned long long Vcache_global_addr;
    unsigned long long cos_global_addr;
    unsigned long long sin_global_addr;
    unsigned long long mask_global_addr;
    unsigned long long input_lengths_global_addr;
    unsigned long long cache_lengths_global_addr;
    unsigned long long save_slots_global_addr;
    unsigned long long block_tables_global_addr;
    int tokens;
    int batch;
    int q_heads;
    int kv_heads;
    int head_size;
    int rope_rows;
    int mask_rows;
    int mask_size;
    int cache_rows;
    int table_size;
    int block_size;
    float C;
    int attention_mode;
    int dtype;
} sg_api_paged_attention_t;

#pragma pack(pop)

#endif /* SG_API_SEQUENCE_ATTENTION_H */
