/* Operators of tpuDNN: attention over latent vectors (dnnlib/src/tensor/Latent.cpp). Part of tpuDNNTensor.h. */
#ifndef TPUDNN_LATENT_H
#define TPUDNN_LATENT_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/**
 * OUT = attention over latent vectors ( MLA ) with absorbed weights: Q x WUQ ^ T gives each head QK_NOPE_HEAD_DIM and QK_ROPE_HEAD_DIM elements, of which
 * the latter, as PE, are turned by COS and SIN; WUKV has for each head QK_NOPE_HEAD_DIM rows of keys and V_HEAD_DIM rows of values. A score is C * ( the
 * first part x rows of keys x KV + the turned part x turned PE ), OUT = rows of values x the sum of KV weighted by SOFTMAX of the scores
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16; KVU, room for the hardware, is not looked at
 * 2. The shape of Q is ( ..., Q_LORA_RANK ) for TOKENS new tokens, of KV ( ..., KV_LORA_RANK ), of PE ( ..., QK_ROPE_HEAD_DIM ), of OUT ( ..., N_HEADS,
 *    V_HEAD_DIM ), of WUQ ( N_HEADS * ( QK_NOPE_HEAD_DIM + QK_ROPE_HEAD_DIM ), Q_LORA_RANK ), of WUKV ( N_HEADS * ( QK_NOPE_HEAD_DIM + V_HEAD_DIM ),
 *    KV_LORA_RANK ), of the caches ( NUM_INPUT_LENGTHS, MAX_CACHE_SIZE, KV_LORA_RANK or QK_ROPE_HEAD_DIM ); COS and SIN have TOKENS rows of QK_ROPE_HEAD_DIM
 * 3. A part x of even size is turned to x * cos + ( - second half of x, first half of x ) * sin with its elements in the order 0, 2, 4 ... 1, 3, 5 ...
 * 4. INPUT_LENGTHS is host memory with a length for each sequence, whose tokens lie one behind the other. NORMAL_ATTENTION_PREFILL: the lengths of the new
 *    tokens. NORMAL_ATTENTION_DECODE: GENERATE_TOKEN new tokens of each sequence and those before them, which lie in the caches
 * 5. A token sees those in the cache, itself and the new ones before it. MASK is undefined: no other is known. MASK_SIZE is not looked at
 * 6. Afterwards KV and the turned PE of the new tokens lie in the caches. Computed in FP32, each result rounded once
 * 7. All the tensors are contiguous. A length that is larger than MAX_CACHE_SIZE is DEVICE_FAULT
 * 8. KVU and MASK are optional
 * 9. Only on chips whose kernel table has it
 * @optional KVU
 * @optional mask
 */
tpudnnStatus_t tpudnnLatentAttentionAsync(tpudnnHandle_t handle, tpudnnTensor_t OUT, tpudnnTensor_t Q, tpudnnTensor_t KV, tpudnnTensor_t PE,
                                          tpudnnTensor_t WUQ, tpudnnTensor_t WUKV, tpudnnTensor_t KVcache, tpudnnTensor_t PEcache,
                                          tpudnnTensor_t cos, tpudnnTensor_t sin, tpudnnTensor_t KVU, tpudnnTensor_t mask, int *input_lengths,
                                          int num_input_lengths, int n_heads, int generate_token, int q_lora_rank, int kv_lora_rank,
                                          int qk_nope_head_dim, int qk_rope_head_dim, int v_head_dim, int mask_size, int max_cache_size, float C,
                                          AttentionMode_t attention_mode);

/**
 * OUT = the operator above over caches of pages
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16; of BLOCK_TABLE and SAVE_SLOTS INT32. KVU is not looked at
 * 2. Shapes as above, of the caches ( BLOCKS, BLOCK_SIZE, KV_LORA_RANK or QK_ROPE_HEAD_DIM ), of BLOCK_TABLE ( NUM_INPUT_LENGTHS, MAX_PAGED_BLOCK_NUM )
 * 3. INPUT_LENGTHS and CACHE_LENGTHS are host memory: how many new tokens a sequence has, and how many in the caches. Token t lies in block
 *    BLOCK_TABLE[sequence][t / BLOCK_SIZE] at t % BLOCK_SIZE
 * 4. PAGED_ATTENTION_PREFILL: without BLOCK_TABLE SAVE_SLOTS, of the same shape, is the table. PAGED_ATTENTION_DECODE: new token i goes to place
 *    SAVE_SLOTS[i] of the caches, block * BLOCK_SIZE + place in the block. GENERATE_TOKEN and MASK_SIZE are not looked at, MASK is undefined
 * 5. Computed in FP32, each result rounded once. Slots and blocks outside the caches are DEVICE_FAULT
 * 6. All the tensors are contiguous
 * 7. BLOCK_TABLE ( in prefill ), KVU and MASK are optional
 * 8. Only on chips whose kernel table has it
 * @optional block_table
 * @optional KVU
 * @optional mask
 */
tpudnnStatus_t tpudnnPagedLatentAttentionAsync(tpudnnHandle_t handle, tpudnnTensor_t OUT, tpudnnTensor_t Q, tpudnnTensor_t KV, tpudnnTensor_t PE,
                                               tpudnnTensor_t WUQ, tpudnnTensor_t WUKV, tpudnnTensor_t KVcache, tpudnnTensor_t PEcache,
                                               tpudnnTensor_t cos, tpudnnTensor_t sin, tpudnnTensor_t KVU, tpudnnTensor_t mask,
                                               tpudnnTensor_t block_table, tpudnnTensor_t save_slots, int max_paged_block_num, int block_size,
                                               int *input_lengths, int *cache_lengths, int num_input_lengths, int n_heads, int generate_token,
                                               int q_lora_rank, int kv_lora_rank, int qk_nope_head_dim, int qk_rope_head_dim, int v_head_dim,
                                               int mask_size, float C, AttentionMode_t attention_mode);

/**
 * OUT = tpudnnPagedLatentAttentionAsync with FP8 weights, over chosen tokens of the caches
 * Note:
 * 1. The data types of all the tensors are the same, FP16 or BF16; of WUQ and WUKV FP8E4M3 or FP8E5M2, of lengths, slots, table and indices INT32. KVU is
 *    not looked at
 * 2. Shapes as there; a number of a weight counts times the scale of its square: WUQ_SCALE and WUKV_SCALE are ( rows / QUANT_BLOCK_SIZE, columns /
 *    QUANT_BLOCK_SIZE ) of WUQ and WUKV, rounded up. The blocks have PAGED_CACHE_BLOCK_SIZE tokens
 * 3. SEQLEN and CACHE_SEQLEN ( host memory ) or INPUT_LENGTH_TENSOR and CACHE_LENGTH_TENSOR have the lengths
 * 4. With TOPK_INDICES ( BATCH, TOPK ) and more than TOPK_SIZE tokens in the cache a new token sees of them those of the row's first TOPK_SIZE indices
 * 5. WITH_W8A16 is 1: how activations would be quantised is not known. GENERATE_TOKEN and MASK_SIZE are not looked at, MASK is undefined
 * 6. Computed in FP32, each result rounded once. Lengths in device memory, slots, blocks and indices that do not fit are DEVICE_FAULT
 * 7. All the tensors are contiguous
 * 8. BLOCK_TABLE ( in prefill ), KVU, MASK, the length tensors and TOPK_INDICES are optional
 * 9. Only on chips whose kernel table has it
 * @optional KVU
 * @optional mask
 * @optional input_length_tensor
 * @optional cache_length_tensor
 * @optional block_table
 * @optional topk_indices
 */
tpudnnStatus_t tpudnnPagedLatentAttentionFp8Async(tpudnnHandle_t handle, tpudnnTensor_t OUT, tpudnnTensor_t Q, tpudnnTensor_t KV, tpudnnTensor_t PE,
                                                  tpudnnTensor_t WUQ, tpudnnTensor_t WUKV, tpudnnTensor_t KVcache, tpudnnTensor_t PEcache,
                                                  tpudnnTensor_t cos, tpudnnTensor_t sin, tpudnnTensor_t KVU, tpudnnTensor_t mask,
                                                  tpudnnTensor_t WUQ_scale, tpudnnTensor_t WUKV_scale, tpudnnTensor_t input_length_tensor,
                                                  tpudnnTensor_t cache_length_tensor, tpudnnTensor_t block_table, tpudnnTensor_t save_slots,
                                                  tpudnnTensor_t topk_indices, const int *seqlen, const int *cache_seqlen, int batch, int num_heads,
                                                  int generate_token, int qk_nope_head_dim, int qk_rope_head_dim, int v_head_dim, int q_lora_rank,
                                                  int kv_lora_rank, int mask_size, int quant_block_size, int max_paged_block_num,
                                                  int paged_cache_block_size, int topk_size, float softmax_scale, int with_w8a16,
                                                  AttentionMode_t attn_mode);

/**
 * OUT = tpudnnLatentAttentionAsync with FP8 weights
 * Note:
 * 1. The data types of all the tensors are the same, FP16 or BF16; of WUQ and WUKV FP8E4M3 or FP8E5M2. KVU is not looked at
 * 2. Shapes and lengths as there, with BATCH sequences of SEQLEN; scales as in the operator above
 * 3. WITH_W8A16 is 1: how activations would be quantised is not known. MASK_SIZE is not looked at, MASK is undefined
 * 4. Computed in FP32, each result rounded once
 * 5. All the tensors are contiguous. A length that is larger than MAX_CACHE_SIZE is DEVICE_FAULT
 * 6. KVU and MASK are optional
 * 7. Only on chips whose kernel table has it
 * @optional KVU
 * @optional mask
 */
tpudnnStatus_t tpudnnLatentAttentionFp8Async(tpudnnHandle_t handle, tpudnnTensor_t OUT, tpudnnTensor_t Q, tpudnnTensor_t KV, tpudnnTensor_t PE,
                                             tpudnnTensor_t WUQ, tpudnnTensor_t WUKV, tpudnnTensor_t KVcache, tpudnnTensor_t PEcache,
                                             tpudnnTensor_t cos, tpudnnTensor_t sin, tpudnnTensor_t KVU, tpudnnTensor_t mask,
                                             tpudnnTensor_t WUQ_scale, tpudnnTensor_t WUKV_scale, const int *seqlen, int batch, int num_heads,
                                             int generate_token, int qk_nope_head_dim, int qk_rope_head_dim, int v_head_dim, int q_lora_rank,
                                             int kv_lora_rank, int mask_size, int quant_block_size, int max_cache_size, float softmax_scale,
                                             int with_w8a16, AttentionMode_t attn_mode);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_LATENT_H */
