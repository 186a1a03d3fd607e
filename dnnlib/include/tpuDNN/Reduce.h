/* Operators of tpuDNN: dnnlib/src/tensor/Reduce.cpp. Part of tpuDNNTensor.h. */
#ifndef TPUDNN_REDUCE_H
#define TPUDNN_REDUCE_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/* operators */

/**
 * OUTPUT = MEAN ( MODE 0 ) or SUM ( MODE 1 ) of INPUT over the dimensions from START_DIM up to, not including, END_DIM
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. With KEEPDIM the reduced dimensions of OUTPUT are 1, else they are left out
 * 3. INPUT and OUTPUT are contiguous
 */
tpudnnStatus_t tpudnnReduceAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int start_dim, int end_dim, int keepdim,
                                 int mode, tpudnnTensor_t output);

/**
 * OUTPUT = PRODUCT of INPUT over AXIS
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. With KEEPDIM the reduced dimension of OUTPUT is 1, else it is left out
 * 3. INPUT and OUTPUT are contiguous
 */
tpudnnStatus_t tpudnnReduceProdAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int axis, int keepdim,
                                     tpudnnTensor_t output);

/**
 * [ VALUES, INDICES ] = the largest or smallest elements of INPUT along AXIS and where they are; MODE is one of sg_arg_mode_t
 * Note:
 * 1. The data types of INPUT and VALUES are the same, one of FP32, FP16 and BF16; of INDICES INT32
 * 2. VALUES and INDICES have the sizes of INPUT without AXIS, or with 1 in its place
 * 3. All the tensors are contiguous
 * 4. VALUES is optional where MODE is ARG_ARGMAX or ARG_ARGMIN
 * @optional values
 */
tpudnnStatus_t tpudnnArgAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int axis, int mode, tpudnnTensor_t values,
                              tpudnnTensor_t indices);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_REDUCE_H */
