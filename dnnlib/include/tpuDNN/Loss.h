/* Operators of tpuDNN: dnnlib/src/tensor/Loss.cpp. Part of tpuDNNTensor.h. */
#ifndef TPUDNN_LOSS_H
#define TPUDNN_LOSS_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/* operators */

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#ifdef __cplusplus
#include <vector>
TPUDNN_API_BEGIN

/* operators, C++ only */

/**
 * INPUTS *= INV_SCALE in place; FOUND_INF = 1 where any element of INPUTS is not finite, else it is unchanged
 * Note:
 * 1. The data types of INPUTS are FP32, FP16 or BF16, of FOUND_INF FP32
 * 2. FOUND_INF has one element
 * 3. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnInfCheckAndUnscaleAsync(tpudnnHandle_t handle, std::vector<tpudnnTensor_t> &inputs,
                                             tpudnnTensor_t found_inf, float inv_scale);

TPUDNN_API_END
#endif

#endif /* TPUDNN_LOSS_H */
