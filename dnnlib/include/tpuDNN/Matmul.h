/* Operators of tpuDNN: dnnlib/src/tensor/Matmul.cpp. Part of tpuDNNTensor.h. */
#ifndef TPUDNN_MATMUL_H
#define TPUDNN_MATMUL_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/* operators */

/**
 * OUTPUT = LEFT x RIGHT + BIAS
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shape of LEFT is ( M, K ), RIGHT is ( K, N ), BIAS is ( N ), OUTPUT is ( M, N )
 * 3. LEFT and RIGHT are contiguous or transposed, BIAS and OUTPUT are contiguous
 * 4. BIAS is optional
 * @optional bias
 */
tpudnnStatus_t tpudnnMatmulAsync(tpudnnHandle_t handle, tpudnnTensor_t left, tpudnnTensor_t right, tpudnnTensor_t bias,
                                 tpudnnTensor_t output);

/**
 * OUTPUT[b] = LEFT[b] x RIGHT[b]
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shape of LEFT is ( B, M, K ), RIGHT is ( B, K, N ), OUTPUT is ( B, M, N )
 * 3. LEFT and RIGHT are contiguous or transposed in their last two dimensions, OUTPUT is contiguous
 */
tpudnnStatus_t tpudnnBatchMatmulAsync(tpudnnHandle_t handle, tpudnnTensor_t left, tpudnnTensor_t right,
                                      tpudnnTensor_t output);

/**
 * [ OUTPUT, MEAN, RSTD ] = LAYERNORM ( INPUT, GAMMA, BETA ) x W + B
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shape of INPUT is ( ..., K ), GAMMA and BETA is ( K ), W is ( K, N ), B is ( N ), OUTPUT is ( ..., N )
 * 3. MEAN and RSTD have one element for each row of INPUT
 * 4. All the tensors are contiguous
 * 5. B is optional
 * 6. Only on chips whose kernel table has it
 * @optional b
 */
tpudnnStatus_t tpudnnLnMmAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t w, tpudnnTensor_t b,
                               tpudnnTensor_t gamma, tpudnnTensor_t beta, float eps, tpudnnTensor_t mean,
                               tpudnnTensor_t rstd, tpudnnTensor_t output);

/**
 * OUT_ADD = INPUT0 + INPUT1, [ OUTPUT, MEAN, RSTD ] = LAYERNORM ( OUT_ADD, GAMMA, BETA ) x W + B
 * Note:
 * 1. As for the operator above; INPUT0, INPUT1 and OUT_ADD have the same shape
 * 2. B is optional
 * 3. Only on chips whose kernel table has it
 * @optional b
 */
tpudnnStatus_t tpudnnAddLnMmAsync(tpudnnHandle_t handle, tpudnnTensor_t input0, tpudnnTensor_t input1, tpudnnTensor_t w,
                                  tpudnnTensor_t b, tpudnnTensor_t gamma, tpudnnTensor_t beta, float eps,
                                  tpudnnTensor_t out_add, tpudnnTensor_t mean, tpudnnTensor_t rstd,
                                  tpudnnTensor_t output);

/**
 * OUTPUT = LEFT x RIGHT, where RIGHT holds quantised numbers of WEIGHT_BITS bits with one SCALE and ZP for each GROUP_SIZE of them
 * Note:
 * 1. The data types of LEFT, SCALE and OUTPUT are the same, FP16 or BF16; of RIGHT and ZP UINT8
 * 2. The shape of LEFT is ( M, K ), RIGHT is ( N, K * WEIGHT_BITS / 8 ), SCALE and ZP are ( N, K / GROUP_SIZE ), OUTPUT is ( M, N )
 * 3. All the tensors are contiguous
 * 4. ZP is optional
 * 5. Only on chips whose kernel table has it
 * @optional zp
 */
tpudnnStatus_t tpudnnA16MatmulAsync(tpudnnHandle_t handle, tpudnnTensor_t left, tpudnnTensor_t right,
                                    tpudnnTensor_t scale, tpudnnTensor_t zp, int group_size, int weight_bits,
                                    tpudnnTensor_t output);

/**
 * OUTPUT = LEFT x RIGHT + BIAS, otherwise as the operator above
 * Note:
 * 1. The shape of BIAS is ( N ), its data type is that of LEFT
 * 2. BIAS and ZP are optional
 * 3. Only on chips whose kernel table has it
 * @optional bias
 * @optional zp
 */
tpudnnStatus_t tpudnnA16LinearAsync(tpudnnHandle_t handle, tpudnnTensor_t left, tpudnnTensor_t right,
                                    tpudnnTensor_t bias, tpudnnTensor_t scale, tpudnnTensor_t zp, int group_size,
                                    int weight_bits, tpudnnTensor_t output);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_MATMUL_H */
