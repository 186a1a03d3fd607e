/* Attention over a paged cache: argument structs of the kernels in chips/common/kernels/attention.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_ATTENTION_H
#define SG_API_ATTENTION_H

#include "types.h"

#pragma pack(push, 1)

/* Multi-core form, tpu_kernel_llama_attention_multi_core. Q and OUT [tokens, q_heads, hidden_size / q_heads], K and V [tokens, kv_heads, ...]; query
 * head h reads head h * kv_heads / q_heads, as PyTorch's scaled_dot_product_attention with enable_gqa. With cos and sin [tokens, head
 * size] (optional) Q and K become x * cos + (-second half of x, first half) * sin, rounded to dtype.
 * attention_mode 2 (prefill): the tokens of batch sequences of input_lengths one behind the other; each looks at its own sequence:
 * OUT = softmax(C * Q x K + mask) x V, where row i and column j of mask [mask_size, mask_size] (optional, of dtype) stand for tokens i and j
 * of a sequence. Then K and V of token t go to row save_slots[sequence][t / block_size] + t % block_size of the caches [rows, kv_heads, ...];
 * save_slots is [batch, slots_size]. attention_mode 3 (decode): one token of each sequence, of input_lengths with it; those before lie
 * in the caches, token t in row fetch_slots[sequence][t / block_size] + t % block_size (fetch_slots [batch, slots_size]); mask is not
 * read. Then K and V go to row save_slots[sequence] ([batch, 1]). Lengths and slots are int32. qkv_packed: Q, K and V are parts of one
 * tensor [tokens, q_heads + 2 * kv_heads, ...]. The three buffers are the hardware's, and not read. */
typedef struct {
    unsigned long long OUT_global_addr;
    unsigned long long Q_global_addr;
    unsigned long long K_global_addr;
    unsigned long long V_global_addr;
    unsigned long long Kcache_global_addr;
    unsigned long long Vcache_global_addr;
    unsigned long long cos_global_addr;
    unsigned long long sin_global_addr;
    unsigned long long input_lengths_global_addr;
    unsigned long long save_slots_global_addr;
    unsigned long long fetch_slots_global_addr;
    unsigned long long mask_global_addr;
    unsigned long long Qbuffer_global_addr;
    unsigned long long Kbuffer_global_addr;
    unsigned long long Vbuffer_global_addr;
    int slots_size;
    int mask_size;
    int block_size;
    float C;
    int attention_mode;
    int batch;
    int q_heads;
    int kv_heads;
    int hidden_size;
    int dtype;
    int qkv_packed;
} sg_api_llama2_qkv_multi_core_t;

/* Single-core form, tpu_kernel_llama_attention: the same without cos and sin; attention_mode 1 is prefill, 0 decode. qkv_packed is not set by the
 * legacy host, and not read. */
typedef struct {
    unsigned long long OUT_global_addr;
    unsigned long long Q_global_addr;
    unsigned long long K_global_addr;
    unsigned long long V_global_addr;
    unsigned long long Kcache_global_addr;
    unsigned long long Vcache_global_addr;
    unsigned long long input_lengths_global_addr;
    unsigned long long save_slots_global_addr;
    unsigned long long fetch_slots_global_addr;
    unsigned long long mask_global_addr;
    int slots_size;
    int mask_size;
    int block_size;
    float C;
    int attention_mode;
    int batch;
    int head_size;
    int q_heads;
    int kv_heads;
    int dtype;
    int qkv_packed;
} sg_api_llama2_qkv_t;

#pragma pack(pop)

#endif /* SG_API_ATTENTION_H */
