/* Operators of tpuDNN: dnnlib/src/tensor/Compare.cpp. Part of tpuDNNTensor.h. */
#ifndef TPUDNN_COMPARE_H
#define TPUDNN_COMPARE_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/* operators */

/**
 * OUTPUT = INPUT ( MODE ) OTHER, 1 where it holds and 0 elsewhere; MODE is one of sg_comparision_mode_t
 * Note:
 * 1. The data types of INPUT and OTHER are the same; of INT64 the low halves are compared
 * 2. The data type of OUTPUT is UINT8
 * 3. INPUT, OTHER and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnComparisionAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other,
                                      tpudnnTensor_t output, int mode);

/**
 * OUTPUT = INPUT ( MODE ) OTHER, with broadcasting
 * Note:
 * 1. The data types of INPUT and OTHER are the same, and not INT64
 * 2. The data type of OUTPUT is UINT8
 * 3. INPUT, OTHER and OUTPUT have the same number of dimensions; in each one the size of an input is that of OUTPUT or 1
 * 4. INPUT, OTHER and OUTPUT are contiguous
 */
tpudnnStatus_t tpudnnComparisionBcastAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other,
                                           tpudnnTensor_t output, int mode);

/**
 * OUTPUT = INPUT ( MODE ) SCALAR, or SCALAR ( MODE ) INPUT where SCALAR_POS is 0
 * Note:
 * 1. The data type of INPUT is not INT64, of OUTPUT UINT8
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnComparisionCAsync(tpudnnHandle_t handle, tpudnnTensor_t input, float scalar, tpudnnTensor_t output,
                                       int mode, int scalar_pos);

/**
 * OUTPUT = INPUT, not less than MIN and not more than MAX
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnClampAsync(tpudnnHandle_t handle, tpudnnTensor_t input, float min, float max,
                                tpudnnTensor_t output);

/**
 * OUTPUT = SELF where COND is not 0, else OTHER, with broadcasting
 * Note:
 * 1. The data types of SELF, OTHER and OUTPUT are the same, one of FP32, FP16 and BF16; of COND UINT8
 * 2. COND has the number of dimensions of OUTPUT; SELF and OTHER too, or none; each size is that of OUTPUT or 1
 * 3. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnWhereAsync(tpudnnHandle_t handle, tpudnnTensor_t cond, tpudnnTensor_t self, tpudnnTensor_t other,
                                tpudnnTensor_t output);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_COMPARE_H */
