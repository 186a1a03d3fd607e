/* Operators of tpuDNN: dnnlib/src/tensor/Binary.cpp. Part of tpuDNNTensor.h. */
#ifndef TPUDNN_BINARY_H
#define TPUDNN_BINARY_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/* operators */

/**
 * OUTPUT = INPUT ( BINARY_TYPE ) SCALAR * OTHER
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are the same
 * 2. INPUT, OTHER and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnBinaryAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, float scalar,
                                 tpudnnTensor_t output, int binary_type);

/**
 * OUTPUT = INPUT ( BINARY_TYPE ) SCALAR * OTHER, with broadcasting
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are the same
 * 2. INPUT, OTHER and OUTPUT have the same number of dimensions; in each one the size of an input is that of OUTPUT or 1
 * 3. INPUT, OTHER and OUTPUT are contiguous
 */
tpudnnStatus_t tpudnnBinaryBcastAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, float scalar,
                                      tpudnnTensor_t output, int binary_type);

/**
 * OUTPUT = INPUT ( BINARY_TYPE ) SCALAR, or SCALAR ( BINARY_TYPE ) INPUT where INVERSED is set
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnBinaryCAsync(tpudnnHandle_t handle, tpudnnTensor_t input, float scalar, tpudnnTensor_t output,
                                  int binary_type, bool inversed);

/**
 * OUTPUT = INPUT + VALUE * TENSOR1 * TENSOR2
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnAddCMulAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t tensor1,
                                  tpudnnTensor_t tensor2, float value, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT ^ OTHER
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT, OTHER and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnPowAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output);

/**
 * OUTPUT = the smaller one of INPUT and OTHER
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are the same
 * 2. INPUT, OTHER and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnMinimumAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other,
                                  tpudnnTensor_t output);

/**
 * OUTPUT = sqrt ( INPUT ^ 2 + OTHER ^ 2 )
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT, OTHER and OUTPUT have the same shape and are contiguous
 * 3. Only on chips whose kernel table has it
 */
tpudnnStatus_t tpudnnHypotAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other,
                                tpudnnTensor_t output);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_BINARY_H */
