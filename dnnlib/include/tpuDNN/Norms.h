/* Operators of tpuDNN: norms over channels, and their fused forms (dnnlib/src/tensor/Norms.cpp). Part of tpuDNNTensor.h. */
#ifndef TPUDNN_NORMS_H
#define TPUDNN_NORMS_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/**
 * OUTPUT = ( INPUT - SAVED_MEAN ) * SAVED_INVSTD * WEIGHT + BIAS for each channel, where SAVED_MEAN is the channel's mean and SAVED_INVSTD
 * 1 / sqrt ( its variance + EPS ): training. RUNNING_MEAN and RUNNING_VAR move towards mean and unbiased variance by MOMENTUM
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shape of INPUT and OUTPUT is ( N, C, ... ), of the others ( C )
 * 3. Computed in FP32, each result rounded once
 * 4. All the tensors are contiguous
 * 5. WEIGHT, BIAS, RUNNING_MEAN and RUNNING_VAR are optional
 * 6. Only on chips whose kernel table has it
 * @optional weight
 * @optional bias
 * @optional running_mean
 * @optional running_var
 */
tpudnnStatus_t tpudnnBatchnorm2dAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight, tpudnnTensor_t bias, float eps,
                                      tpudnnTensor_t running_mean, tpudnnTensor_t running_var, float momentum, tpudnnTensor_t output,
                                      tpudnnTensor_t saved_mean, tpudnnTensor_t saved_invstd);

/**
 * [ GRAD_INPUT, GRAD_WEIGHT, GRAD_BIAS ] = the gradients of the operator above
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shape of GRAD_OUTPUT, INPUT and GRAD_INPUT is ( N, C, ... ), of the others ( C )
 * 3. All the tensors are contiguous
 * 4. WEIGHT and each of the gradients are optional; a gradient that is not there is not computed
 * 5. Only on chips whose kernel table has it
 * @optional weight
 * @optional grad_input
 * @optional grad_weight
 * @optional grad_bias
 */
tpudnnStatus_t tpudnnBatchnorm2dBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t input, tpudnnTensor_t weight,
                                              tpudnnTensor_t saved_mean, tpudnnTensor_t saved_invstd, tpudnnTensor_t grad_input,
                                              tpudnnTensor_t grad_weight, tpudnnTensor_t grad_bias);

/**
 * OUTPUT = ( INPUT - MEAN ) * RSTD * GAMMA + BETA, where MEAN and RSTD are those of each of GROUP groups of channels, and RSTD is
 * 1 / sqrt ( variance + EPS )
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The shape of INPUT and OUTPUT is ( N, C, ... ), where GROUP divides C, of GAMMA and BETA ( C ), of MEAN and RSTD ( N, GROUP )
 * 3. AFFINE is 1 with GAMMA, 2 with BETA, 3 with both, 0 with neither
 * 4. All the tensors are contiguous
 * 5. GAMMA and BETA are optional, but where AFFINE says that they are there
 * @optional gamma
 * @optional beta
 */
tpudnnStatus_t tpudnnNativeGroupNormAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t gamma, tpudnnTensor_t beta, int group,
                                          int affine, float eps, tpudnnTensor_t output, tpudnnTensor_t mean, tpudnnTensor_t rstd);

/**
 * OUTPUT = INPUT / sqrt ( MEAN ( INPUT ^ 2 ) + EPS ) * SCALE + BIAS over the dimensions from AXIS on, which counts from the end if negative
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUTPUT have the same shape; SCALE and BIAS have the sizes from AXIS on
 * 3. All the tensors are contiguous
 * 4. SCALE and BIAS are optional
 * 5. Only on chips whose kernel table has it
 * @optional scale
 * @optional bias
 */
tpudnnStatus_t tpudnnRmsNormForwardAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t scale, tpudnnTensor_t bias,
                                         tpudnnTensor_t output, int axis, float eps);

/**
 * [ OUTPUT, MEAN, RSTD ] = LAYERNORM ( INPUT, GAMMA, BETA ) x W + B, as tpudnnLnMmAsync
 * Note:
 * 1. B is optional
 * 2. Only on chips whose kernel table has it
 * @optional b
 */
tpudnnStatus_t tpudnnFusedNormMMAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t w, tpudnnTensor_t b, tpudnnTensor_t gamma,
                                      tpudnnTensor_t beta, float eps, tpudnnTensor_t mean, tpudnnTensor_t rstd, tpudnnTensor_t output);

/**
 * OUT_ADD = INPUT0 + INPUT1, [ OUTPUT, MEAN, RSTD ] = LAYERNORM ( OUT_ADD, GAMMA, BETA ) x W + B, as tpudnnAddLnMmAsync
 * Note:
 * 1. B is optional
 * 2. Only on chips whose kernel table has it
 * @optional b
 */
tpudnnStatus_t tpudnnFusedAddNormMMAsync(tpudnnHandle_t handle, tpudnnTensor_t input0, tpudnnTensor_t input1, tpudnnTensor_t w,
                                         tpudnnTensor_t b, tpudnnTensor_t gamma, tpudnnTensor_t beta, float eps, tpudnnTensor_t out_add,
                                         tpudnnTensor_t mean, tpudnnTensor_t rstd, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT / sqrt ( MEAN ( INPUT ^ 2 ) + EPS ) * SCALE + BIAS over the dimensions from AXIS on; with ADD_RESIDULE 1 RESIDULE += INPUT before,
 * and it is normed in place of INPUT
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. INPUT, RESIDULE and OUTPUT have the same shape; SCALE and BIAS have the sizes from AXIS on, which may count from the end
 * 3. ADD_RESIDULE is 0 or 1; with 0 RESIDULE is not looked at. The sum is rounded once. (The public header says no more than the names: the sum
 *    stays in RESIDULE as in the operators of that name of serving frameworks)
 * 4. All the tensors are contiguous
 * 5. RESIDULE ( with ADD_RESIDULE 0 ), SCALE and BIAS are optional
 * 6. Only on chips whose kernel table has it
 * @optional residule
 * @optional scale
 * @optional bias
 */
tpudnnStatus_t tpudnnAddRmsNormForwardAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t residule, tpudnnTensor_t scale,
                                            tpudnnTensor_t bias, tpudnnTensor_t output, int add_residule, int axis, float eps);

/**
 * [ GRAD_INPUT, GRAD_SCALE, GRAD_BIAS ] = the gradients of tpudnnRmsNormForwardAsync
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. GRAD_OUTPUT, INPUT and GRAD_INPUT have the same shape; SCALE, GRAD_SCALE and GRAD_BIAS have the sizes from AXIS on, which may count from the end
 * 3. Computed in FP32 from INPUT, each result rounded once. RMS, room for the hardware, is not looked at
 * 4. All the tensors are contiguous
 * 5. SCALE, RMS and each of the gradients are optional; a gradient that is not there is not computed
 * 6. Only on chips whose kernel table has it
 * @optional scale
 * @optional rms
 * @optional grad_input
 * @optional grad_scale
 * @optional grad_bias
 */
tpudnnStatus_t tpudnnRmsNormBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t input, tpudnnTensor_t scale,
                                          tpudnnTensor_t rms, tpudnnTensor_t grad_input, tpudnnTensor_t grad_scale, tpudnnTensor_t grad_bias,
                                          int axis, double eps);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_NORMS_H */
