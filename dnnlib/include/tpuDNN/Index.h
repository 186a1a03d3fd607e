/* Operators of tpuDNN: dnnlib/src/tensor/Index.cpp. Part of tpuDNNTensor.h. */
#ifndef TPUDNN_INDEX_H
#define TPUDNN_INDEX_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/* operators */

/**
 * OUTPUT = INPUT at the positions INDICES of dimension DIM
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, and not INT64
 * 2. The data type of INDICES is INT32 or INT64; it may have several dimensions, which stand in OUTPUT in place of DIM
 * 3. INPUT, INDICES and OUTPUT are contiguous
 */
tpudnnStatus_t tpudnnIndexSelectAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t indices, int dim,
                                      tpudnnTensor_t output);

/**
 * OUTPUT = the positions of the elements of INPUT that are not 0, NUM = how many there are
 * Note:
 * 1. The data type of INPUT is INT8, UINT8 or INT32; of OUTPUT and NUM INT32
 * 2. INPUT has SELF_NUM elements; OUTPUT has room for as many positions, each of one number per dimension of INPUT
 * 3. INPUT, OUTPUT and NUM are contiguous
 */
tpudnnStatus_t tpudnnNonzeroAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output,
                                  tpudnnTensor_t num, int self_num);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#ifdef __cplusplus
#include <vector>
TPUDNN_API_BEGIN

/* operators, C++ only */

/**
 * OUTPUT = INPUT at the positions INDICES[i] of each dimension i that has one
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, and not INT64
 * 2. Each of INDICES is INT32 or INT64 and has one dimension
 * 3. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnMulIndexSelectAsync(tpudnnHandle_t handle, tpudnnTensor_t input,
                                         std::vector<tpudnnTensor_t> &indices, tpudnnTensor_t output);

TPUDNN_API_END
#endif

#endif /* TPUDNN_INDEX_H */
