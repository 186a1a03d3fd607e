/* Operators of tpuDNN: gradients of activations (dnnlib/src/tensor/ActivationBackward.cpp). Part of tpuDNNTensor.h. */
#ifndef TPUDNN_ACTIVATION_BACKWARD_H
#define TPUDNN_ACTIVATION_BACKWARD_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/**
 * GRAD_INPUT = GRAD_OUTPUT * ( 1 - OUTPUT ^ 2 ), the gradient of tanh, whose result is OUTPUT
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnTanhBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t output, tpudnnTensor_t grad_input);

/**
 * GRAD_INPUT = GRAD_OUTPUT * ( 1 - OUTPUT ) * OUTPUT, the gradient of the sigmoid function, whose result is OUTPUT
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnSigmoidBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t output, tpudnnTensor_t grad_input);

/**
 * GRAD_INPUT = GRAD_OUTPUT * SIGMOID ( INPUT ) * ( 1 + INPUT * ( 1 - SIGMOID ( INPUT ) ) ), the gradient of INPUT * SIGMOID ( INPUT )
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnSiluBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t input, tpudnnTensor_t grad_input);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_ACTIVATION_BACKWARD_H */
