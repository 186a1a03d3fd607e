/* Operators of tpuDNN: training (dnnlib/src/tensor/Training.cpp). Part of tpuDNNTensor.h. */
#ifndef TPUDNN_TRAINING_H
#define TPUDNN_TRAINING_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/**
 * [ GRAD_INPUT, GRAD_WEIGHT, GRAD_BIAS ] = the gradients of tpudnnConv2dAsync
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shape of INPUT and GRAD_INPUT is ( N, IC, IH, IW ), of WEIGHT and GRAD_WEIGHT ( OC, IC / GROUPS, KH, KW ), of GRAD_BIAS ( OC ), of
 *    GRAD_OUTPUT ( N, OC, OH, OW )
 * 3. All the tensors are contiguous
 * 4. Each of the gradients is optional; one that is not there is not computed
 * 5. Only on chips whose kernel table has it
 * @optional grad_input
 * @optional grad_weight
 * @optional grad_bias
 */
tpudnnStatus_t tpudnnConv2dBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t input, tpudnnTensor_t weight,
                                         tpudnnConv2dParam_t param, tpudnnTensor_t grad_input, tpudnnTensor_t grad_weight, tpudnnTensor_t grad_bias);

/**
 * A step of Adam with gradient g = GRAD_WEIGHT ( - GRAD_WEIGHT with MAXIMIZE ) + WEIGHT_DECAY * WEIGHT_IN:
 * M_OUT = BETA1 * M_IN + ( 1 - BETA1 ) * g, V_OUT = BETA2 * V_IN + ( 1 - BETA2 ) * g ^ 2, and
 * WEIGHT_OUT = WEIGHT_IN - LR / ( 1 - BETA1 ^ T ) * M_OUT / ( sqrt ( s / ( 1 - BETA2 ^ T ) ) + EPS ), where s is V_OUT, or with AMSGRAD
 * VMAX_OUT = the larger of VMAX_IN and V_OUT
 * Note:
 * 1. The data types of all the tensors but T are the same, one of FP32, FP16 and BF16; T is one element of FP32, the number of this step, from 1
 * 2. All the tensors but T have the same shape and are contiguous; each result may be the tensor it comes from
 * 3. Computed in FP32, each result rounded once
 * 4. VMAX_IN and VMAX_OUT are optional, and there with AMSGRAD; without it they are not looked at
 * @optional vmax_out
 * @optional vmax_in
 */
tpudnnStatus_t tpudnnAdamBackwardMultiCoreAsync(tpudnnHandle_t handle, tpudnnTensor_t weight_out, tpudnnTensor_t m_out, tpudnnTensor_t v_out,
                                                tpudnnTensor_t vmax_out, tpudnnTensor_t grad_weight, tpudnnTensor_t weight_in, tpudnnTensor_t m_in,
                                                tpudnnTensor_t v_in, tpudnnTensor_t vmax_in, tpudnnTensor_t t, float lr, float beta1, float beta2,
                                                float eps, float weight_decay, bool amsgrad, bool maximize);

/**
 * The same with decay apart from the gradient ( AdamW ): g = GRAD_WEIGHT ( - GRAD_WEIGHT with MAXIMIZE ), and WEIGHT_IN counts as
 * WEIGHT_IN * ( 1 - LR * WEIGHT_DECAY )
 * Note:
 * 1. As for the operator above
 * @optional vmax_out
 * @optional vmax_in
 */
tpudnnStatus_t tpudnnAdamWBackwardMultiCoreAsync(tpudnnHandle_t handle, tpudnnTensor_t weight_out, tpudnnTensor_t m_out, tpudnnTensor_t v_out,
                                                 tpudnnTensor_t vmax_out, tpudnnTensor_t grad_weight, tpudnnTensor_t weight_in, tpudnnTensor_t m_in,
                                                 tpudnnTensor_t v_in, tpudnnTensor_t vmax_in, tpudnnTensor_t t, float lr, float beta1, float beta2,
                                                 float eps, float weight_decay, bool amsgrad, bool maximize);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_TRAINING_H */
