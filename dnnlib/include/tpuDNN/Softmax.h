/* Operators of tpuDNN: dnnlib/src/tensor/Softmax.cpp. Part of tpuDNNTensor.h. */
#ifndef TPUDNN_SOFTMAX_H
#define TPUDNN_SOFTMAX_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/* operators */

/**
 * OUTPUT = SOFTMAX ( INPUT ) over DIM
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnSoftmaxAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int dim, tpudnnTensor_t output);

/**
 * GRAD_INPUT = SOFTMAX BACKWARD ( GRAD_OUTPUT, OUTPUT ) over DIM, where OUTPUT is what the forward operator gave
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnSoftmaxBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t output,
                                          int dim, tpudnnTensor_t grad_input);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_SOFTMAX_H */
