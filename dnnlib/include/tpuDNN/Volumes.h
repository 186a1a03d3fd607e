/* Operators of tpuDNN: convolution in three dimensions, orders of weights (dnnlib/src/tensor/Volumes.cpp). Part of tpuDNNTensor.h. */
#ifndef TPUDNN_VOLUMES_H
#define TPUDNN_VOLUMES_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/**
 * OUTPUT = CONV3D ( INPUT, WEIGHT, BIAS )
 * Note:
 * 1. The data types of INPUT, WEIGHT, BIAS and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. The shape of INPUT is ( N, IC, IT, IH, IW ), WEIGHT is ( OC, IC / GROUPS, KT, KH, KW ), BIAS is ( OC ), OUTPUT is ( N, OC, OT, OH, OW ) with
 *    OT = ( IT + 2 * pad_t - dilation_t * ( KT - 1 ) - 1 ) / stride_t + 1, rounded down, and OH and OW likewise
 * 3. PARAM has the sizes of WEIGHT, padding from 0, strides, dilations and groups from 1; GROUPS divides IC and OC
 * 4. All the tensors are contiguous
 * 5. BIAS is optional
 * @optional bias
 */
tpudnnStatus_t tpudnnConv3dAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t weight, tpudnnTensor_t bias, tpudnnConv3dParam_t param,
                                 tpudnnTensor_t output);

/**
 * OUTPUT = INPUT in the order of tpudnnReorderConv2dWeightAsync; MODE 0 packs input channels by 32, MODE 1 output channels
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, FP16 or BF16
 * 2. The shape of INPUT is ( OC, IC, KT, KH, KW ), OUTPUT is ( OC, KT * KH * KW, IC / 32, 32 ) or ( IC, KT * KH * KW, OC / 32, 32 ), rounded up. (The
 *    public material has no caller: modes and order are those of the operator for two dimensions)
 * 3. INPUT and OUTPUT are contiguous
 * 4. Only on chips whose kernel table has it
 */
tpudnnStatus_t tpudnnReorderConv3dWeightAsync(tpudnnHandle_t handle, tpudnnTensor_t input, int mode, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT, the gradient of a weight as the hardware leaves it, in the usual order: what MODE 1 of tpudnnReorderConv2dWeightAsync packs, unpacked
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, FP16 or BF16
 * 2. The shape of OUTPUT is ( OC, IC, KH, KW ), INPUT is ( IC, KH * KW, OC / 32, 32 ), rounded up; what fills up the last 32 is not looked at
 * 3. INPUT and OUTPUT are contiguous
 * 4. Only on chips whose kernel table has it
 */
tpudnnStatus_t tpudnnReorderConv2dGradAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_VOLUMES_H */
