/* Operators of tpuDNN: products with quantised and FP8 weights (dnnlib/src/tensor/Quantised.cpp). Part of tpuDNNTensor.h. */
#ifndef TPUDNN_QUANTISED_H
#define TPUDNN_QUANTISED_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/**
 * OUTPUT = LEFT x RIGHT ^ T + BIAS, as tpudnnA16LinearAsync
 * Note:
 * 1. The data types of LEFT, BIAS, SCALE and OUTPUT are the same, FP16 or BF16; of RIGHT and ZP UINT8
 * 2. The shape of LEFT is ( M, K ), RIGHT is ( N, K * WEIGHT_BITS / 8 ), SCALE and ZP are ( N, K / GROUP_SIZE ), BIAS is ( N ), OUTPUT is ( M, N )
 * 3. WEIGHT_BITS is 4 or 8; of two 4-bit numbers in a byte the low half comes first, each ZP has a byte
 * 4. All the tensors are contiguous
 * 5. BIAS and ZP are optional
 * 6. Only on chips whose kernel table has it
 * @optional bias
 * @optional zp
 */
tpudnnStatus_t tpudnnLLamaA16MatmulAsync(tpudnnHandle_t handle, tpudnnTensor_t left, tpudnnTensor_t right, tpudnnTensor_t bias, tpudnnTensor_t scale,
                                         tpudnnTensor_t zp, int group_size, int weight_bits, tpudnnTensor_t output);

/**
 * OUTPUT = LEFT x RIGHT + BIAS as tpudnnMatmulAsync, with LEFT and RIGHT rounded to CALDTYPE before
 * Note:
 * 1. The data types of all the tensors are FP32; CALDTYPE is TPUDNN_DTYPE_FP16 or TPUDNN_DTYPE_BF16, as the chip has it
 * 2. The shape of LEFT is ( M, K ), RIGHT is ( K, N ), BIAS is ( N ), OUTPUT is ( M, N )
 * 3. Sums and BIAS are in FP32
 * 4. LEFT and RIGHT are contiguous or transposed ( as tpudnnMatmulAsync takes them on the chip ), the others contiguous
 * 5. BIAS is optional
 * @optional bias
 */
tpudnnStatus_t tpudnnMatmulAsync_f32io_16_cal(tpudnnHandle_t handle, tpudnnTensor_t left, tpudnnTensor_t right, tpudnnTensor_t bias,
                                              tpudnnDataType_t calDtype, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT x WEIGHT ^ T, where each number of WEIGHT counts times the SCALE of its square of BLOCKSIZE x BLOCKSIZE
 * Note:
 * 1. The data types of INPUT, SCALE and OUTPUT are the same, FP16 or BF16; of WEIGHT FP8E4M3 or FP8E5M2
 * 2. The shape of INPUT is ( M, K ), WEIGHT is ( N, K ), SCALE is ( N / BLOCKSIZE, K / BLOCKSIZE ), rounded up, OUTPUT is ( M, N )
 * 3. Computed in FP32, scaled weights too, and rounded once
 * 4. All the tensors are contiguous
 * 5. Only on chips whose kernel table has it
 */
tpudnnStatus_t tpudnnMmW8A16DqAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight, tpudnnTensor_t scale, tpudnnTensor_t output,
                                    int blocksize);

/**
 * OUTPUT = ( LEFT x RIGHT ^ T * SCALE_LEFT * SCALE_RIGHT + BIAS ) * SCALE_RESULT, OUTPUT_MAX = the largest absolute value before SCALE_RESULT
 * Note:
 * 1. The data types of LEFT and RIGHT are FP8E4M3 or FP8E5M2, of BIAS and OUTPUT one of these, FP32, FP16 and BF16, of the others FP32
 * 2. The shape of LEFT is ( M, K ), RIGHT is ( N, K ), BIAS is ( N ), OUTPUT is ( M, N ); the scales and OUTPUT_MAX have one element
 * 3. Computed in FP32, rounded once; FP8 does not saturate. OUTPUT_MAX is NaN if an element is, 0 of nothing. (What scales and the maximum mean is
 *    PyTorch's _scaled_mm; the public material has them all 1)
 * 4. All the tensors are contiguous
 * 5. BIAS, the scales ( 1 then ) and OUTPUT_MAX are optional
 * 6. Only on chips whose kernel table has it
 * @optional bias
 * @optional scale_left
 * @optional scale_right
 * @optional scale_result
 * @optional output_max
 */
tpudnnStatus_t tpudnnMatmulFp8Async(tpudnnHandle_t handle, tpudnnTensor_t left, tpudnnTensor_t right, tpudnnTensor_t bias, tpudnnTensor_t scale_left,
                                    tpudnnTensor_t scale_right, tpudnnTensor_t scale_result, tpudnnTensor_t output, tpudnnTensor_t output_max);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_QUANTISED_H */
