/* Operators of tpuDNN: those whose meaning the public material does not settle: NOT_SUPPORTED on every chip. Part of tpuDNNTensor.h. */
#ifndef TPUDNN_UNDOCUMENTED_H
#define TPUDNN_UNDOCUMENTED_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/**
 * [ OUTPUT, MASK ] = INPUT with elements dropped with probability DROP_RATE
 * Note:
 * 1. Not implemented: where its random numbers come from is not known, since it takes no seed, and neither is what stands in MASK. tpudnnDropoutAsync has both
 */
tpudnnStatus_t tpudnnDropoutMultiCoreAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, tpudnnTensor_t mask,
                                           const float drop_rate);

/**
 * OUTPUT = tpudnnMlpW8A16DqAsync with quantised activations
 * Note:
 * 1. Not implemented: how INPUT and what lies between are quantised ( their groups, their scales, their rounding ) is not known
 */
tpudnnStatus_t tpudnnMlpW8A8QuantAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t gate_weight, tpudnnTensor_t up_weight,
                                       tpudnnTensor_t down_weight, tpudnnTensor_t gate_scale, tpudnnTensor_t up_scale, tpudnnTensor_t down_scale,
                                       tpudnnTensor_t output, int blocksize);

/**
 * [ TOPK_EXPERTS_RES, TOPK_WEIGHTS_RES, TOPK_WEIGHTS_RES_BF16 ] = the best experts of each token and their weights
 * Note:
 * 1. Not implemented: how many groups and experts are chosen, which tensors are read and which are room, and whether weights are normed is not known.
 *    tpudnnNoauxTcTopkAsync chooses experts
 */
tpudnnStatus_t tpudnnFusedMoEGroupedTopkMultiCoreAsync(tpudnnHandle_t handle, tpudnnTensor_t topk_experts_res, tpudnnTensor_t topk_weights_res_bf16,
                                                       tpudnnTensor_t left_bf16, tpudnnTensor_t right_bf16, tpudnnTensor_t topk_weights_res,
                                                       tpudnnTensor_t left, tpudnnTensor_t right, tpudnnTensor_t max, tpudnnTensor_t matmul_res,
                                                       tpudnnTensor_t softmax_res);

/**
 * OUTPUT = the weighted sum of what the chosen experts make of INPUT
 * Note:
 * 1. Not implemented: the layouts of the samples, of the middle tensors and of the chosen experts, and what NUM_SELECT_EXPERTS counts, is not known
 */
tpudnnStatus_t tpudnnFusedMoEFusedExpertsMultiCoreAsync(
    tpudnnHandle_t handle, tpudnnTensor_t output, tpudnnTensor_t input, tpudnnTensor_t output_sample, tpudnnTensor_t input_sample,
    tpudnnTensor_t gate_weights, tpudnnTensor_t up_weights, tpudnnTensor_t down_weights, tpudnnTensor_t gate_scales, tpudnnTensor_t up_scales,
    tpudnnTensor_t down_scales, tpudnnTensor_t select_experts, tpudnnTensor_t routing_weights, tpudnnTensor_t num_select_experts,
    tpudnnTensor_t select_experts_middle, tpudnnTensor_t routing_weights_middle, int blocksize, int num_experts, int num_experts_per_tok,
    bool use_grouped_topk, int num_expert_group, int topk_group, tpudnnTensor_t silu, tpudnnTensor_t sigmoid, tpudnnTensor_t m0, bool save_mid_res);

/**
 * OUT = tpudnnPagedAttentionAsync over a cache of FP8 numbers
 * Note:
 * 1. Not implemented: nothing public calls it. The sizes of KSCALE and VSCALE, what one of them scales, when and how new keys and values are
 *    quantised, and what FA_BLOCK_SIZE is, is not known
 */
tpudnnStatus_t tpudnnPagedAttentionFp8Async(tpudnnHandle_t handle, tpudnnTensor_t OUT, tpudnnTensor_t Q, tpudnnTensor_t K, tpudnnTensor_t V,
                                            tpudnnTensor_t Kcache, tpudnnTensor_t Kscale, tpudnnTensor_t Vcache, tpudnnTensor_t Vscale,
                                            tpudnnTensor_t Vcache_buffer, tpudnnTensor_t cos, tpudnnTensor_t sin, tpudnnTensor_t save_slots,
                                            tpudnnTensor_t fetch_slots, tpudnnTensor_t mask, tpudnnTensor_t Qbuffer, tpudnnTensor_t Kbuffer,
                                            tpudnnTensor_t Vbuffer, tpudnnTensor_t input_lenghts_tensor, int rope_head_size, int *input_lengths,
                                            int *cache_lengths, int num_input_lengths, int slots_size, int fetch_size, int mask_size, int block_size,
                                            int fa_block_size, float C, int attention_mode);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#ifdef __cplusplus
#include <vector>
TPUDNN_API_BEGIN

/* operators, C++ only */

/**
 * The function FUNC_NAME of the library SO_URL on TENSORS and numbers
 * Note:
 * 1. Not implemented: what such a library is on the chip, how it is loaded there, and how the lists with their positions become its arguments, is not known
 */
tpudnnStatus_t tpudnnDynLibExecuteAsync(tpudnnHandle_t handle, const char *so_url, const char *func_name, std::vector<tpudnnTensor_t> tensors,
                                        std::vector<int64_t> tensors_index, std::vector<double> fp_scalars, std::vector<int64_t> fp_scalars_index,
                                        std::vector<int64_t> fixed_scalars, std::vector<int64_t> fixed_scalars_index);

/**
 * The same, where ARGS has the arguments in the order that the function takes them, ARG_BYTES in all, and ADDR_OFFSETS where addresses of tensors stand
 * Note:
 * 1. Not implemented: what such a library is on the chip, and how it is loaded there, is not known
 */
tpudnnStatus_t tpudnnDynLibExecuteAsyncCompact(tpudnnHandle_t handle, const char *so_url, const char *func_name, std::vector<size_t> addrOffsets,
                                               char *args, size_t argBytes);

TPUDNN_API_END
#endif

#endif /* TPUDNN_UNDOCUMENTED_H */
