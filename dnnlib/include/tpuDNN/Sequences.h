/* Operators of tpuDNN: attention of sequences (dnnlib/src/tensor/Sequences.cpp). Part of tpuDNNTensor.h. */
#ifndef TPUDNN_SEQUENCES_H
#define TPUDNN_SEQUENCES_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/**
 * O = SOFTMAX ( C * Q x K ^ T + MASK ) x V for each head of each sequence, with Q and K turned by RoPE_COS and RoPE_SIN before; SOFTMAX_LSE = the
 * logarithm of each row's sum of exponentials
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16; of SOFTMAX_LSE FP32
 * 2. The shape of Q and O is ( TOKENS, HEADS, SIZE ), of K and V ( TOKENS, KV_HEADS, SIZE ); HEADS is a multiple of KV_HEADS, and head h reads head
 *    h * KV_HEADS / HEADS. SOFTMAX_LSE has TOKENS * HEADS elements
 * 3. The NUM_INPUT_LENGTHS = BATCH sequences lie one behind the other. INPUT_LENGTHS is host memory with their lengths, from 0 to MASK_MAX, which
 *    add up to TOKENS
 * 4. MASK has TOKENS or MASK_MAX rows of MASK_MAX: row i and column j are added to the product of tokens i and j of a sequence. RoPE_COS and RoPE_SIN
 *    have TOKENS or MASK_MAX rows of SIZE, which is even then: x becomes x * cos + ( - second half of x, first half of x ) * sin. MASK_MAX rows stand
 *    for the places in a sequence
 * 5. DROPOUT_RATE is 0: where the random numbers of another come from is not known
 * 6. Computed in FP32, rounded once. A row that is masked everywhere is NaN
 * 7. Q, K and V may have any strides, what is not contiguous is copied; the others are contiguous
 * 8. RoPE_COS and RoPE_SIN ( together ), MASK and SOFTMAX_LSE are optional
 * @optional RoPE_cos
 * @optional RoPE_sin
 * @optional mask
 * @optional softmax_lse
 */
tpudnnStatus_t tpudnnLlamaAttentionForwardAsync(tpudnnHandle_t handle, tpudnnTensor_t O, tpudnnTensor_t Q, tpudnnTensor_t K, tpudnnTensor_t V,
                                                tpudnnTensor_t RoPE_cos, tpudnnTensor_t RoPE_sin, tpudnnTensor_t mask, tpudnnTensor_t softmax_lse,
                                                int *input_lengths, int num_input_lengths, int mask_max, float C, float dropout_rate, int batch);

/**
 * [ DQ, DK, DV ] = the gradients of the operator above from DO, where O and L are its results
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16; of L also FP32, of INPUT_LENGTH INT32
 * 2. Shapes as above; L has TOKENS * HEADS elements, INPUT_LENGTH the length of each sequence in device memory. Lengths that do not add up to
 *    TOKENS, or are larger than MASK_MAX with a table of so many rows, are DEVICE_FAULT
 * 3. Computed in FP32, each result rounded once
 * 4. Q, K and V may have any strides, what is not contiguous is copied; the others are contiguous
 * 5. RoPE_COS and RoPE_SIN ( together ) and MASK are optional
 * @optional RoPE_cos
 * @optional RoPE_sin
 * @optional mask
 */
tpudnnStatus_t tpudnnLlamaAttentionBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t Q, tpudnnTensor_t K, tpudnnTensor_t V, tpudnnTensor_t O,
                                                 tpudnnTensor_t dO, tpudnnTensor_t L, tpudnnTensor_t dQ, tpudnnTensor_t dK, tpudnnTensor_t dV,
                                                 tpudnnTensor_t RoPE_cos, tpudnnTensor_t RoPE_sin, tpudnnTensor_t mask, tpudnnTensor_t input_length,
                                                 int mask_max, float C);

/**
 * OUT = SOFTMAX ( SCALE * Q x K ^ T + MASK ) x V for each head of each batch, as tpudnnLlamaAttentionForwardAsync for sequences of one length
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shape of OUT and Q is ( BATCH, SEQ, HEADS, SIZE ), of K and V ( BATCH, SEQ, KV_HEADS, SIZE ); HEADS is a multiple of KV_HEADS
 * 3. COS and SIN have SEQ or BATCH * SEQ rows of SIZE, which is even then, MASK so many rows of SEQ
 * 4. Computed in FP32, rounded once
 * 5. Q, K and V may have any strides, what is not contiguous is copied; the others are contiguous
 * 6. COS and SIN ( together ) and MASK are optional
 * @optional cos
 * @optional sin
 * @optional mask
 */
tpudnnStatus_t tpudnnMultiHeadAttentionAsync(tpudnnHandle_t handle, tpudnnTensor_t OUT, tpudnnTensor_t Q, tpudnnTensor_t K, tpudnnTensor_t V,
                                             tpudnnTensor_t cos, tpudnnTensor_t sin, tpudnnTensor_t mask, float scale);

/**
 * OUT = SOFTMAX ( C * Q x K ^ T + MASK ) x V for each head of each sequence as tpudnnLlamaAttentionForwardAsync, where K and V begin with what the sequence
 * has in a cache of pages; afterwards K, turned, and V of the new tokens lie in the cache too
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16; of lengths, slots and tables INT32
 * 2. The shape of OUT and Q is ( TOKENS, HEADS, SIZE ), of K and V ( TOKENS, KV_HEADS, SIZE ), of the caches ( BLOCKS, BLOCK_SIZE, KV_HEADS, SIZE ); HEADS
 *    is a multiple of KV_HEADS
 * 3. The new tokens of NUM_INPUT_LENGTHS sequences lie one behind the other; INPUT_LENGTHS ( host memory ) or INPUT_LENGTHS_TENSOR has how many, and
 *    CACHE_LENGTHS or CACHE_LENGTHS_TENSOR ( in the same memory, or neither: none ) how many tokens a sequence has in the cache. Token t of a sequence lies in
 *    block BLOCK_TABLES[sequence][t / BLOCK_SIZE] at t % BLOCK_SIZE
 * 4. ATTENTION_MODE 2 ( prefill ): so; without BLOCK_TABLES SAVE_SLOTS, of the same shape, is the table. MASK, for new tokens alone, and COS and SIN have
 *    rows as in the operator above, with MASK_SIZE for MASK_MAX
 * 5. ATTENTION_MODE 3 ( decode ): one new token of each sequence; without cache lengths the input lengths count the cached tokens and the new one. It goes
 *    to place SAVE_SLOTS[sequence] of the cache, block * BLOCK_SIZE + place in the block. MASK is not looked at
 * 6. ROPE_HEAD_SIZE is SIZE. SLOTS_SIZE and FETCH_SIZE, which the shapes say, and the buffers, room for the hardware, are not looked at
 * 7. Computed in FP32, rounded once. Lengths in device memory, slots or blocks outside the tensors are DEVICE_FAULT
 * 8. Q, K and V may have any strides, what is not contiguous is copied; the others are contiguous
 * 9. COS and SIN ( together ), BLOCK_TABLES ( in mode 2 ), MASK, the buffers and the length tensors are optional
 * 10. Only on chips whose kernel table has it
 * @optional cos
 * @optional sin
 * @optional block_tables
 * @optional mask
 * @optional Qbuffer
 * @optional Kbuffer
 * @optional Vbuffer
 * @optional input_lengths_tensor
 * @optional cache_lengths_tensor
 */
tpudnnStatus_t tpudnnPagedAttentionAsync(tpudnnHandle_t handle, tpudnnTensor_t OUT, tpudnnTensor_t Q, tpudnnTensor_t K, tpudnnTensor_t V,
                                         tpudnnTensor_t Kcache, tpudnnTensor_t Vcache, tpudnnTensor_t cos, tpudnnTensor_t sin,
                                         tpudnnTensor_t save_slots, tpudnnTensor_t block_tables, tpudnnTensor_t mask, tpudnnTensor_t Qbuffer,
                                         tpudnnTensor_t Kbuffer, tpudnnTensor_t Vbuffer, tpudnnTensor_t input_lengths_tensor,
                                         tpudnnTensor_t cache_lengths_tensor, int rope_head_size, int *input_lengths, int *cache_lengths,
                                         int num_input_lengths, int slots_size, int fetch_size, int mask_size, int block_size, float C,
                                         int attention_mode);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_SEQUENCES_H */
