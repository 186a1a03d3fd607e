/* Operators of tpuDNN: positions (dnnlib/src/tensor/Positions.cpp). Part of tpuDNNTensor.h. */
#ifndef TPUDNN_POSITIONS_H
#define TPUDNN_POSITIONS_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/**
 * OUTPUT[.., i, ..] = INPUT[.., INDEX[.., i, ..], ..] along AXIS
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, and not INT64
 * 2. The data type of INDEX is INT32 or INT64; its elements are from 0 to the size along AXIS - 1
 * 3. INDEX has the shape of OUTPUT and as many dimensions as INPUT, and is nowhere larger but along AXIS
 * 4. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnGatherAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t index, tpudnnTensor_t output, int axis);

/**
 * INPUT[.., INDICES[.., i, ..], ..] = SRC[.., i, ..] along DIM, or with INPLACE_ADD 1 that added to what is there; the rest of INPUT stays
 * Note:
 * 1. The data types of INPUT and SRC are the same, and not INT64
 * 2. The data type of INDICES is INT32 or INT64; its elements are from 0 to the size along DIM - 1. Of equal ones the last counts; sums are in FP32,
 *    rounded once, of integers they wrap
 * 3. INDICES has as many dimensions as INPUT and SRC, is nowhere larger than SRC, and but along DIM nowhere larger than INPUT
 * 4. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnScatterAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t src, tpudnnTensor_t indices, int dim, int inplace_add);

/**
 * IO[.., INDICES[i], ..] = what is there + ADD[.., i, ..] along AXIS; the rest of IO stays
 * Note:
 * 1. The data types of IO and ADD are the same, and not INT64
 * 2. The data type of INDICES is INT32 or INT64; its elements are from 0 to the size along AXIS - 1. Rows of equal ones are all added; sums are in FP32,
 *    rounded once, of integers they wrap
 * 3. INDICES has one dimension; ADD has the shape of IO but along AXIS, where it has as many rows as INDICES elements
 * 4. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnIndexAdd(tpudnnHandle_t handle, tpudnnTensor_t io, tpudnnTensor_t indices, tpudnnTensor_t add, int axis);

/**
 * IO[.., INDICES[i], ..] = VALUE[.., i, ..] along AXIS, or with ACCUMULATE that added to what is there, as tpudnnIndexAdd; the rest of IO stays
 * Note:
 * 1. The data types of IO and VALUE are the same, and not INT64
 * 2. The data type of INDICES is INT32 or INT64; its elements are from 0 to the size along AXIS - 1. Of equal ones the last counts, or with ACCUMULATE
 *    the sum of all
 * 3. INDICES has one dimension; VALUE has the shape of IO but along AXIS, where it has as many rows as INDICES elements, or another shape with as many
 *    elements in the same order ( where IO is a view in which dimensions are one )
 * 4. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnIndexPutImpl(tpudnnHandle_t handle, tpudnnTensor_t io, tpudnnTensor_t indices, tpudnnTensor_t value, int axis, bool accumulate);

/**
 * OUTPUT = INPUT, but along DIM, for each index of the dimensions before it, row INDICES[j] is row j of SRC
 * Note:
 * 1. The data types of INPUT, SRC and OUTPUT are the same, and not INT64
 * 2. SRC has the shape of INPUT but along DIM. INDICES, INT32, has an element for each row of SRC and each index of the dimensions before DIM, from 0 to
 *    the size along DIM - 1; of equal ones the last counts
 * 3. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnSliceScatterAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t src, tpudnnTensor_t indices, int dim,
                                       tpudnnTensor_t output);

/**
 * [ VALUE, INDEX ] = the K largest ( LARGEST ) or smallest elements of INPUT along AXIS in order, and where they are
 * Note:
 * 1. The data types of INPUT and VALUE are the same, one of FP32, FP16, BF16, INT32 and UINT32; of INDEX INT32
 * 2. VALUE and INDEX have the shape of INPUT with K along AXIS
 * 3. They are in order, whether SORTED or not; of equal elements the first comes first, NaN is larger than any number
 * 4. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnTopkAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int k, int axis, bool largest, bool sorted, tpudnnTensor_t value,
                               tpudnnTensor_t index);

/**
 * GRAD_INPUT = in each row the sum of the rows of GRAD_OUTPUT whose INDICES name it; 0 where none does
 * Note:
 * 1. The data types of GRAD_OUTPUT and GRAD_INPUT are the same, one of FP32, FP16 and BF16
 * 2. The data type of INDICES is INT32 or INT64; its elements are from 0 to ROWS - 1
 * 3. The shape of GRAD_INPUT is ( ROWS, WIDTH ), of GRAD_OUTPUT that of INDICES with WIDTH behind it
 * 4. Sums are in FP32, rounded once
 * 5. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnEmbeddingBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t indices, tpudnnTensor_t grad_input);

/**
 * [ VALUES, INDICES ] = in each row of SCORES the TOP_K largest elements of its TOPK_GROUPS best groups in order, and where in the row they are: the choice of
 * experts without an auxiliary loss
 * Note:
 * 1. The data types of SCORES and VALUES are the same, one of FP32, FP16 and BF16; of INDICES INT32
 * 2. The shape of SCORES is ( BATCH_SIZE, TOTAL_SIZE ), of VALUES and INDICES ( BATCH_SIZE, TOP_K )
 * 3. A row has N_GROUPS groups of neighbours, of two elements or more; the best ones are those whose two largest elements have the largest sum, in FP32
 * 4. TOPK_GROUPS is from 1 to N_GROUPS, TOP_K from 1 to the number of elements of so many groups
 * 5. Of equal elements or sums the first comes first, NaN is larger than any number
 * 6. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnNoauxTcTopkAsync(tpudnnHandle_t handle, tpudnnTensor_t values, tpudnnTensor_t indices, tpudnnTensor_t scores, int batch_size,
                                      int total_size, int n_groups, int topk_groups, int top_k);

/**
 * OUTPUT = the rows of INPUT where MASK is not 0, one behind the other
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, and not INT64; of MASK UINT8
 * 2. MASK has the first sizes of INPUT, all or some; a row is what lies behind them. OUTPUT has the number of rows that MASK chooses, and behind it
 *    the other sizes of INPUT; another number of rows is DEVICE_FAULT
 * 3. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnMaskedSelectAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t mask, tpudnnTensor_t output);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_POSITIONS_H */
