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
 * 5. Only on chips whose kernel table has it
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
 * 5. Only on chips whose kernel table has it
 * @optional bias0, bias1, bias2
 * @optional fc1, m0
 */
tpudnnStatus_t tpudnnLLamaMlpAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight0, tpudnnTensor_t weight1,
                                   tpudnnTensor_t weight2, tpudnnTensor_t bias0, tpudnnTensor_t bias1, tpudnnTensor_t bias2, tpudnnTensor_t fc1,
                                   tpudnnTensor_t m0, tpudnnTensor_t output, bool save_mid_res);

/**
 * [ GRAD_INPUT, GRAD_WEIGHT0, GRAD_WEIGHT1, GRAD_WEIGHT2 ] = the gradients of INPUT and the weights in ( W0X * SILU ( W1X ) ) x WEIGHT2 ^ T, where W0X is
 * INPUT x WEIGHT0 ^ T and W1X is INPUT x WEIGHT1 ^ T, by the gradient of the result
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16; each product, of matrices or of elements, is rounded to it
 * 2. The gradient of the result is OUTPUT, which is read
 * 3. The shape of INPUT, OUTPUT and GRAD_INPUT is ( ..., I ), of W0X, W1X and GRAD_TMP ( ..., H ), of WEIGHT0, WEIGHT1 and their gradients ( H, I ), of WEIGHT2 and
 *    its gradient ( I, H ): the third weight of tpudnnLLamaMlpAsync transposed
 * 4. GRAD_TMP is left as OUTPUT x WEIGHT2, the gradient of the product of elements
 * 5. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnMlpbackward(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight0, tpudnnTensor_t weight1, tpudnnTensor_t weight2,
                                 tpudnnTensor_t w0x, tpudnnTensor_t w1x, tpudnnTensor_t output, tpudnnTensor_t grad_tmp, tpudnnTensor_t grad_input,
                                 tpudnnTensor_t grad_weight0, tpudnnTensor_t grad_weight1, tpudnnTensor_t grad_weight2);

/**
 * OUTPUT = ( INPUT x WEIGHT0 ^ T * SILU ( INPUT x WEIGHT1 ^ T ) ) x WEIGHT2 ^ T, where the weights hold quantised numbers of WEIGHT_BITS bits with one
 * SCALE and ZP for each GROUP_SIZE of them
 * Note:
 * 1. The data types of INPUT, the scales and OUTPUT are the same, FP16 or BF16; of the weights and ZP UINT8
 * 2. The shape of INPUT and OUTPUT is ( ..., I ), of WEIGHT0 and WEIGHT1 ( H, I * WEIGHT_BITS / 8 ), of WEIGHT2 ( I, H * WEIGHT_BITS / 8 ), of ZP0, ZP1,
 *    SCALE0 and SCALE1 ( H, I / GROUP_SIZE ), of ZP2 and SCALE2 ( I, H / GROUP_SIZE )
 * 3. WEIGHT_BITS is 4 or 8; of two 4-bit numbers in a byte the low half comes first, each ZP has a byte. (The order of WEIGHT2 by blocks that the
 *    vendor's hardware takes is not taken)
 * 4. What lies between is in FP32
 * 5. All the tensors are contiguous
 * 6. ZP0, ZP1 and ZP2 are optional
 * 7. Only on chips whose kernel table has it
 * @optional zp0
 * @optional zp1
 * @optional zp2
 */
tpudnnStatus_t tpudnnLLamaA16MlpAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight0, tpudnnTensor_t zp0, tpudnnTensor_t scale0,
                                      tpudnnTensor_t weight1, tpudnnTensor_t zp1, tpudnnTensor_t scale1, tpudnnTensor_t weight2, tpudnnTensor_t zp2,
                                      tpudnnTensor_t scale2, int group_size, int weight_bits, tpudnnTensor_t output);

/**
 * OUTPUT = ( SILU ( INPUT x WEIGHT0 ^ T ) * ( INPUT x WEIGHT1 ^ T ) ) x WEIGHT2, where each number of a weight counts times the scale of its square of
 * BLOCKSIZE x BLOCKSIZE
 * Note:
 * 1. The data types of INPUT, the scales and OUTPUT are the same, FP16 or BF16; of the weights FP8E4M3 or FP8E5M2
 * 2. The shape of INPUT and OUTPUT is ( ..., I ), of the weights ( H, I ), of the scales ( H / BLOCKSIZE, I / BLOCKSIZE ), rounded up
 * 3. What lies between is in FP32
 * 4. INPUT, WEIGHT0, WEIGHT1, SCALE0, SCALE1 and OUTPUT are contiguous; WEIGHT2 and SCALE2 are contiguous or transposed
 * 5. Only on chips whose kernel table has it
 */
tpudnnStatus_t tpudnnMlpW8A16DqAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight0, tpudnnTensor_t weight1,
                                     tpudnnTensor_t weight2, tpudnnTensor_t scale0, tpudnnTensor_t scale1, tpudnnTensor_t scale2,
                                     tpudnnTensor_t output, int blocksize);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_PERCEPTRONS_H */
