/* Operators of tpuDNN: dnnlib/src/tensor/Convolution.cpp. Part of tpuDNNTensor.h. */
#ifndef TPUDNN_CONVOLUTION_H
#define TPUDNN_CONVOLUTION_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/* operators */

/**
 * OUTPUT = CONV2D ( INPUT, WEIGHT, BIAS )
 * Note:
 * 1. The data types of INPUT, WEIGHT, BIAS and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. The shape of INPUT is ( N, IC, IH, IW ), WEIGHT is ( OC, IC / GROUPS, KH, KW ), BIAS is ( OC ), OUTPUT is ( N, OC, OH, OW )
 * 3. INPUT, WEIGHT, BIAS and OUTPUT are contiguous
 * 4. BIAS is optional
 * 5. Only on chips whose kernel table has it
 * @optional bias
 */
tpudnnStatus_t tpudnnConv2dAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight,
                                 tpudnnTensor_t bias, tpudnnConv2dParam_t param, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT in the order the convolution of 16-bit data types takes; MODE 0 packs input channels by 32, MODE 1 output channels
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, FP16 or BF16
 * 2. The shape of INPUT is ( OC, IC, KH, KW ), OUTPUT is ( OC, KH * KW, IC / 32, 32 ) or ( IC, KH * KW, OC / 32, 32 ), rounded up
 * 3. INPUT and OUTPUT are contiguous
 * 4. Only on chips whose kernel table has it
 */
tpudnnStatus_t tpudnnReorderConv2dWeightAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int mode,
                                              tpudnnTensor_t output);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_CONVOLUTION_H */
