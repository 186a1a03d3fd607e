/* Operators of tpuDNN: dnnlib/src/tensor/Misc.cpp. Part of tpuDNNTensor.h. */
#ifndef TPUDNN_MISC_H
#define TPUDNN_MISC_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/* operators */

/**
 * Launches a kernel that does nothing, for measuring the cost of a launch
 */
tpudnnStatus_t tpudnnDummyAsync(tpudnnHandle_t handle);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_MISC_H */
