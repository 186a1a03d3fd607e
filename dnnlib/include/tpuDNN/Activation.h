/* Operators of tpuDNN: dnnlib/src/tensor/Activation.cpp. Part of tpuDNNTensor.h. */
#ifndef TPUDNN_ACTIVATION_H
#define TPUDNN_ACTIVATION_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/* operators */

/**
 * OUTPUT = ACTIVE_TYPE ( INPUT )
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same; OUTPUT of ACTIVE_ISINF, ACTIVE_ISNEGINF, ACTIVE_ISPOSINF and ACTIVE_ISNAN is UINT8
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnActiveAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output,
                                 tensor_active_type_t active_type);

/**
 * OUTPUT = LOG ( INPUT ) to the base that LOG_TYPE names; LOG_1P is LOG ( 1 + INPUT )
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnLogAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output,
                              tensor_log_type_t log_type);

/**
 * OUTPUT = GELU ( INPUT ), the exact form
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnGELUAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * GRAD_INPUT = GELU BACKWARD ( GRAD_OUTPUT, INPUT )
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnGELUBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t input,
                                       tpudnnTensor_t grad_input);

/**
 * OUTPUT = -1, 0 or 1 by the sign of INPUT
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnSignAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * [ OUTPUT, MASK ] = INPUT with each element dropped with probability THRESHOLD and the others scaled by 1 / ( 1 - THRESHOLD )
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16; of MASK UINT8
 * 2. INPUT, OUTPUT and MASK have the same shape and are contiguous
 * 3. MASK is optional
 * 4. Only on chips whose kernel table has it
 * @optional mask
 */
tpudnnStatus_t tpudnnDropoutAsync(tpudnnHandle_t handle, tpudnnTensor_t input, unsigned long long seed, float threshold,
                                  tpudnnTensor_t output, tpudnnTensor_t mask);

/**
 * OUTPUT = INPUT with whole channels dropped
 * Note:
 * 1. Not implemented
 */
tpudnnStatus_t tpudnnFeatureDropoutAsync(tpudnnHandle_t handle, tpudnnTensor_t input, unsigned long long seed,
                                         float threshold, tpudnnTensor_t output);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_ACTIVATION_H */
