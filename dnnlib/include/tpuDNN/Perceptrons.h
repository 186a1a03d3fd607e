/* Operators of tpuDNN: layers of language models (dnnlib/src/tensor/Perceptrons.cpp). Part of tpuDNNTensor.h. */
#ifndef TPUDNN_PERCEPTRONS_H
#define TPUDNN_PERCEPTRONS_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/**
 * OUTPUT = INPUT x WEIGHT ^ T + SCALE * ( INPUT x LORA_A ^ T ) x LORA_B ^ T
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16; each of the three products is rounded to it
 * 2. The shape of INPUT is ( ..., I ), of LORA_A ( 1, R, I ), of LORA_B ( 1, O, R ), of WEIGHT ( O, I ), of OUTPUT ( ..., O )
 * 3. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnLoraMatmulForwardAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t loraA, tpudnnTensor_t loraB,
                                            tpudnnTensor_t weight, tpudnnTensor_t output, float scale);

/**
 * OUTPUT = GELU ( INPUT x W1 + B1 ) x W2 + B2
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16; what lies between is FP32
 * 2. The shape of INPUT is ( ..., K ), of W1 ( K, H ), of W2 ( H, N ), of B1 ( H ), of B2 ( N ), of OUTPUT ( ..., N )
 * 3. All the tensors are contiguous
 * 4. B1 and B2 are optional
 * 5. Only for sg_b
 * @optional b1
 * @optional b2
 */
tpudnnStatus_t tpudnnLLaVaMlpAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t w1, tpudnnTensor_t w2, tpudnnTensor_t b1,
                                   tpudnnTensor_t b2, tpudnnTensor_t output);

/**
 * OUTPUT = ( INPUT x WEIGHT0 ^ T * SILU ( INPUT x WEIGHT1 ^ T ) ) x WEIGHT2, multiplied element by element inside
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16; what lies between is FP32
 * 2. The shape of INPUT and OUTPUT is ( ..., I ), of the weights ( H, I )
 * 3. All the tensors are contiguous
 * 4. The kernel has no biases and leaves no results between: BIAS0, BIAS1, BIAS2, FC1 and M0 are undefined, SAVE_MID_RES is false
 * 5. Only for sg_b
 * @optional bias0, bias1, bias2
 * @optional fc1, m0
 */
tpudnnStatus_t tpudnnLLamaMlpAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight0, tpudnnTensor_t weight1,
                                   tpudnnTensor_t weight2, tpudnnTensor_t bias0, tpudnnTensor_t bias1, tpudnnTensor_t bias2, tpudnnTensor_t fc1,
                                   tpudnnTensor_t m0, tpudnnTensor_t output, bool save_mid_res);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_PERCEPTRONS_H */
