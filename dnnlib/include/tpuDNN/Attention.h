/* Operators of tpuDNN: dnnlib/src/tensor/Attention.cpp. Part of tpuDNNTensor.h. */
#ifndef TPUDNN_ATTENTION_H
#define TPUDNN_ATTENTION_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/* operators */

/**
 * OUTPUT = SOFTMAX ( Q x K ^ T ) x V
 * Note:
 * 1. Not implemented
 */
tpudnnStatus_t tpudnnAttnAsync(tpudnnHandle_t handle, tpudnnTensor_t q, tpudnnTensor_t k, tpudnnTensor_t v,
                               tpudnnTensor_t output);

/**
 * [ GRAD_Q, GRAD_K, GRAD_V ] = the gradients of the operator above
 * Note:
 * 1. Not implemented
 */
tpudnnStatus_t tpudnnAttnBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t q,
                                       tpudnnTensor_t k, tpudnnTensor_t v, tpudnnTensor_t grad_q, tpudnnTensor_t grad_k,
                                       tpudnnTensor_t grad_v);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_ATTENTION_H */
