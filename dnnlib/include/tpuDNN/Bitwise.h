/* Operators of tpuDNN: dnnlib/src/tensor/Bitwise.cpp. Part of tpuDNNTensor.h. */
#ifndef TPUDNN_BITWISE_H
#define TPUDNN_BITWISE_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/* operators */

/**
 * OUTPUT = - INPUT
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnNegAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUTPUT = 1 where INPUT is 0, 0 elsewhere
 * Note:
 * 1. The data type of OUTPUT is UINT8
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnLogicalNotAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT << OTHER
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are integers of up to 32 bits; INPUT and OUTPUT have the same
 * 2. INPUT, OTHER and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnShiftLeftAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other,
                                    tpudnnTensor_t output);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_BITWISE_H */
