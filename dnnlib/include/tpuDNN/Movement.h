/* Operators of tpuDNN: other places, the same elements (dnnlib/src/tensor/Movement.cpp). Part of tpuDNNTensor.h. */
#ifndef TPUDNN_MOVEMENT_H
#define TPUDNN_MOVEMENT_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/**
 * OUTPUT = INPUT in reverse order along AXIS, which counts from the end if negative
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, and not INT64
 * 2. INPUT and OUTPUT have the same shape and are contiguous; OUTPUT may be INPUT
 */
tpudnnStatus_t tpudnnFlipAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int axis, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT, repeated REPEAT_TIMES[i] times in dimension i of OUTPUT
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, and not INT64
 * 2. REPEAT_TIMES is host memory with REPEAT_DIM numbers from 0, at least as many as INPUT has dimensions; OUTPUT has REPEAT_DIM dimensions, those of INPUT
 *    aligned at the last one
 * 3. INPUT and OUTPUT are contiguous
 */
tpudnnStatus_t tpudnnRepeatAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int *repeat_times, int repeat_dim, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT with other dimensions of size 1: fewer ( squeeze ) or more ( unsqueeze )
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, and not INT64
 * 2. INPUT and OUTPUT are contiguous; their sizes other than 1 are the same, in one order
 */
tpudnnStatus_t tpudnnSqueezeAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUT = SELF, with 0 below ( IS_UPPER ) or above the diagonal of each matrix of the last two dimensions; DIAGONAL moves it, upwards if positive
 * Note:
 * 1. The data types of SELF and OUT are the same, and not INT64
 * 2. SELF and OUT have the same shape of at least two dimensions and are contiguous; OUT may be SELF
 */
tpudnnStatus_t tpudnnTriangularizeAsync(tpudnnHandle_t handle, tpudnnTensor_t self, int is_upper, int diagonal, tpudnnTensor_t out);

/**
 * OUTPUT = INPUT ( BINARY_TYPE ) OTHER * SCALAR as tpudnnBinaryAsync, for any strides
 * Note:
 * 1. The data types of INPUT, OTHER and OUTPUT are the same, INT64 excepted
 * 2. INPUT, OTHER and OUTPUT have the same shape and any strides; what is not contiguous is copied
 */
tpudnnStatus_t tpudnnBinaryWStrideAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, float scalar, tpudnnTensor_t output,
                                        int binary_type);

/**
 * The first SIZE bytes of DST = those of SRC
 * Note:
 * 1. SRC and DST may have any data types and shapes; each has at least SIZE bytes
 * 2. SRC and DST are contiguous
 */
tpudnnStatus_t tpudnnGDMAD2DAsync(tpudnnHandle_t handle, tpudnnTensor_t src, tpudnnTensor_t dst, size_t size);

/**
 * In row i of ALL_INPUT_IDS the element at INPUT_LENGTHS[i] = the element of row i of NEXT_IDS
 * Note:
 * 1. The data types of ALL_INPUT_IDS and NEXT_IDS are the same, INT32 or INT64
 * 2. The shape of ALL_INPUT_IDS is ( BATCH, LENGTH ), of NEXT_IDS ( BATCH, 1 ); INPUT_LENGTHS is host memory with N_INPUT_LENGTHS = BATCH numbers from 0
 *    to LENGTH - 1
 * 3. N_ACCEPT_IDS is 1
 * 4. ALL_INPUT_IDS and NEXT_IDS are contiguous
 */
tpudnnStatus_t tpudnnTgiInputIdsUpdateAsync(tpudnnHandle_t handle, tpudnnTensor_t all_input_ids, tpudnnTensor_t next_ids, int *input_lengths,
                                            int n_input_lengths, int n_accept_ids);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_MOVEMENT_H */
