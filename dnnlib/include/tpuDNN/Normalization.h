/* Operators of tpuDNN: dnnlib/src/tensor/Normalization.cpp. Part of tpuDNNTensor.h. */
#ifndef TPUDNN_NORMALIZATION_H
#define TPUDNN_NORMALIZATION_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/* operators */

/**
 * [ OUTPUT, MEAN, RSTD ] = LAYERNORM ( INPUT, WEIGHT, BIAS ) over the dimensions from START_DIM on
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape; WEIGHT and BIAS have the sizes from START_DIM on, MEAN and RSTD one element for
 *    each of the rest
 * 3. All the tensors are contiguous
 * 4. WEIGHT, BIAS, MEAN and RSTD are optional
 * @optional weight
 * @optional bias
 * @optional mean
 * @optional rstd
 */
tpudnnStatus_t tpudnnLayernormAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight,
                                    tpudnnTensor_t bias, int start_dim, float eps, tpudnnTensor_t output,
                                    tpudnnTensor_t mean, tpudnnTensor_t rstd);

/**
 * [ GRAD_INPUT, GRAD_WEIGHT, GRAD_BIAS ] = LAYERNORM BACKWARD ( GRAD_OUTPUT, INPUT, WEIGHT, MEAN, RSTD )
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shapes are those of the forward operator
 * 3. All the tensors are contiguous
 * 4. WEIGHT, GRAD_INPUT, GRAD_WEIGHT and GRAD_BIAS are optional
 * @optional weight
 * @optional grad_input
 * @optional grad_weight
 * @optional grad_bias
 */
tpudnnStatus_t tpudnnLayernormBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t input,
                                            tpudnnTensor_t weight, tpudnnTensor_t mean, tpudnnTensor_t rstd,
                                            int start_dim, tpudnnTensor_t grad_input, tpudnnTensor_t grad_weight,
                                            tpudnnTensor_t grad_bias);

/**
 * OUTPUT = the square root of the sum of the squares of INPUT
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. OUTPUT has one element
 * 3. INPUT is contiguous
 */
tpudnnStatus_t tpudnnNorm2Async(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT / sqrt ( MEAN ( INPUT ^ 2 ) + EPS ) * WEIGHT + BIAS over the dimensions from AXIS on
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape; WEIGHT and BIAS have the sizes from AXIS on
 * 3. All the tensors are contiguous
 * 4. WEIGHT and BIAS are optional
 * 5. Only on chips whose kernel table has it
 * @optional weight
 * @optional bias
 */
tpudnnStatus_t tpudnnRMSNormAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight,
                                  tpudnnTensor_t bias, int axis, float eps, tpudnnTensor_t output);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_NORMALIZATION_H */
