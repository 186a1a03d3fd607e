/* Operators of tpuDNN: dnnlib/src/tensor/Copy.cpp. Part of tpuDNNTensor.h. */
#ifndef TPUDNN_COPY_H
#define TPUDNN_COPY_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/* operators */

/**
 * OUTPUT = INPUT, element by element, with any strides on both sides
 * Note:
 * 1. INPUT and OUTPUT have the same shape and the same data type, which is not INT64
 */
tpudnnStatus_t tpudnnStridedCopyAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT converted to the data type of OUTPUT
 * Note:
 * 1. INPUT and OUTPUT have the same shape and are contiguous
 * 2. Neither data type is INT64
 */
tpudnnStatus_t tpudnnConvertAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUTPUT = the low halves of INPUT
 * Note:
 * 1. The data type of INPUT is INT64, of OUTPUT INT32
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnConvertInt64toInt32Async(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT with its dimensions in the order DIM_ORDER
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, and not INT64
 * 2. INPUT may have any strides, OUTPUT is contiguous
 */
tpudnnStatus_t tpudnnPermuteAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int *dim_order, tpudnnTensor_t output);

/**
 * OUTPUT = the INPUTS one behind the other in dimension AXIS
 * Note:
 * 1. The data types of all the tensors are the same, and not INT64
 * 2. There are INPUT_NUM inputs, at most FW_MAX_CONCAT_NUM
 * 3. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnConcatAsync(tpudnnHandle_t handle, const tpudnnTensor_t *inputs, int input_num, int axis,
                                 tpudnnTensor_t output);

/**
 * OUTPUT = START, START + STEP, ... up to, not including, END
 * Note:
 * 1. The data type of OUTPUT is FP32, INT32 or INT64
 * 2. OUTPUT has one dimension and is contiguous
 */
tpudnnStatus_t tpudnnArangeAsync(tpudnnHandle_t handle, int start, int end, int step, tpudnnTensor_t output);

/**
 * OUTPUT = VALUE
 * Note:
 * 1. VALUE points to one element of the data type of OUTPUT, which is not INT64
 * 2. OUTPUT is contiguous
 */
tpudnnStatus_t tpudnnFillAsync(tpudnnHandle_t handle, const void *value, tpudnnTensor_t output);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_COPY_H */
