/* Operators of tpuDNN: losses (dnnlib/src/tensor/CrossEntropy.cpp). Part of tpuDNNTensor.h. */
#ifndef TPUDNN_CROSS_ENTROPY_H
#define TPUDNN_CROSS_ENTROPY_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/**
 * OUTPUT = the mean ( REDUCTION 0 ) or sum ( REDUCTION 1 ) of the cross entropies of SOFTMAX ( INPUT ) and TARGET, mixed with LABEL_SMOOTHING of the
 * same for each class
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16; of TARGET INT32 or INT64
 * 2. The shape of INPUT is ( BATCH, CLASSES ), of TARGET ( BATCH ), with numbers from 0 to CLASSES - 1; OUTPUT has one element
 * 3. IGNORE_INDEX is negative: no target is ignored
 * 4. LABEL_SMOOTHING is from 0 to 1
 * 5. All the tensors are contiguous
 * 6. Only on chips whose kernel table has it
 */
tpudnnStatus_t tpudnnCrossEntropyLossAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t target, int reduction, int ignore_index,
                                           float label_smoothing, tpudnnTensor_t output);

/**
 * GRAD_INPUT = the gradient of the operator above: GRAD_OUTPUT * ( SOFTMAX ( INPUT ) - mixed TARGET ), over BATCH where REDUCTION is 0
 * Note:
 * 1. The data types of INPUT, GRAD_OUTPUT and GRAD_INPUT are the same, one of FP32, FP16 and BF16; of TARGET INT32 or INT64
 * 2. The shape of INPUT and GRAD_INPUT is ( BATCH, CLASSES ), of TARGET ( BATCH ), with numbers from 0 to CLASSES - 1; GRAD_OUTPUT has one element
 * 3. IGNORE_INDEX is negative: no target is ignored
 * 4. LABEL_SMOOTHING is from 0 to 1
 * 5. All the tensors are contiguous
 * 6. Only on chips whose kernel table has it
 */
tpudnnStatus_t tpudnnCrossEntropyLossBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t target, tpudnnTensor_t grad_output,
                                                   int ignore_index, int reduction, float label_smoothing, tpudnnTensor_t grad_input);

/**
 * OUT = ( SELF - TARGET ) ^ 2: each ( REDUCTION 0 ), their mean ( 1 ) or sum ( 2 )
 * Note:
 * 1. The data types of SELF, TARGET and OUT are the same, one of FP32, FP16 and BF16
 * 2. SELF and TARGET have the same shape; OUT too with REDUCTION 0, otherwise it has one element
 * 3. All the tensors are contiguous
 * 4. Only on chips whose kernel table has it
 */
tpudnnStatus_t tpudnnMselossAsync(tpudnnHandle_t handle, tpudnnTensor_t self, tpudnnTensor_t target, tpudnnTensor_t out, int reduction);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_CROSS_ENTROPY_H */
