/* Operators of tpuDNN: over dimensions (dnnlib/src/tensor/Statistics.cpp). Part of tpuDNNTensor.h. */
#ifndef TPUDNN_STATISTICS_H
#define TPUDNN_STATISTICS_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/**
 * OUTPUT = the largest ( MODE 0 ) or smallest ( MODE 1 ) element of INPUT over the REDUCTION_DIM_LENGTH dimensions REDUCTION_DIM; NaN where there is one
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. REDUCTION_DIM is host memory: different dimensions, counted from 0, in any order
 * 3. With KEEPDIM the reduced dimensions of OUTPUT are 1, else they are left out; they have elements where OUTPUT has
 * 4. INPUT and OUTPUT are contiguous
 */
tpudnnStatus_t tpudnnReduceMaxOrMinAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int *reduction_dim, int reduction_dim_length, int keepdim, int mode,
                                         tpudnnTensor_t output);

/**
 * OUTPUT = the variance of INPUT over the REDUCE_DIM dimensions REDUCE_LIST: the sum of the squared distances from the mean over the number of
 * elements less CORRECTION, or over 0 where that is negative
 * Note:
 * 1. The data types of INPUT and OUTPUT are FP32
 * 2. REDUCE_LIST is host memory: different dimensions, counted from 0, in any order
 * 3. With KEEPDIM the reduced dimensions of OUTPUT are 1, else they are left out
 * 4. INPUT and OUTPUT are contiguous
 * 5. Only on chips whose kernel table has it
 */
tpudnnStatus_t tpudnnReduceVarAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int *reduce_list, int reduce_dim, int correction, int keepdim,
                                    tpudnnTensor_t output);

/**
 * OUTPUT = the variance of all elements of INPUT, as tpudnnReduceVarAsync
 * Note:
 * 1. The data types of INPUT and OUTPUT are FP32
 * 2. OUTPUT has one element, with any number of dimensions; KEEPDIM says nothing more
 * 3. INPUT and OUTPUT are contiguous
 * 4. Only on chips whose kernel table has it
 */
tpudnnStatus_t tpudnnReduceVarAllAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int correction, bool keepdim, tpudnnTensor_t output);

/**
 * OUTPUT = the sums of INPUT along AXIS up to each element, with it
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16, BF16 and INT32; integers wrap
 * 2. Sums are in FP32, each rounded once
 * 3. INPUT and OUTPUT have the same shape and are contiguous; OUTPUT may be INPUT
 */
tpudnnStatus_t tpudnnCumsumAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, int axis);

/**
 * OUTPUT = LOG ( SOFTMAX ( INPUT ) ) along DIM
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnLogSoftmaxAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int dim, tpudnnTensor_t output);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_STATISTICS_H */
