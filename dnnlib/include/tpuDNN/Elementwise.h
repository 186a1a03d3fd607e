/* Operators of tpuDNN: element by element (dnnlib/src/tensor/Elementwise.cpp). Part of tpuDNNTensor.h. */
#ifndef TPUDNN_ELEMENTWISE_H
#define TPUDNN_ELEMENTWISE_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/**
 * OUTPUT = what is left of INPUT after division by OTHER, with the sign of OTHER; NaN where OTHER is 0
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16; OTHER is rounded to it
 * 2. INPUT and OUTPUT have the same shape and are contiguous
 */
tpudnnStatus_t tpudnnRemainderAsync(tpudnnHandle_t handle, tpudnnTensor_t input, float other, tpudnnTensor_t output);

/**
 * OUTPUT = the larger of INPUT and OTHER; NaN where either is
 * Note:
 * 1. The data types of all the tensors are the same, INT64 excepted
 * 2. All the tensors have one shape and are contiguous
 */
tpudnnStatus_t tpudnnMaximumAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output);

/**
 * OUTPUT = the larger of INPUT and SCALAR; NaN where INPUT is
 * Note:
 * 1. SCALAR is converted to the data type of INPUT first, to the nearest value, halves to even
 * 2. The data types of INPUT and OUTPUT are the same, INT64 excepted; one shape, contiguous
 */
tpudnnStatus_t tpudnnMaximumConstAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar);

/**
 * OUTPUT = the smaller of INPUT and SCALAR; NaN where INPUT is
 * Note:
 * 1. SCALAR is converted to the data type of INPUT first, to the nearest value, halves to even
 * 2. The data types of INPUT and OUTPUT are the same, INT64 excepted; one shape, contiguous
 */
tpudnnStatus_t tpudnnMinimumConstAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar);

/**
 * OUTPUT = INPUT ( MODE ) OTHER, bit by bit
 * Note:
 * 1. The data types of all the tensors are the same integer type, INT64 excepted
 * 2. All the tensors have one shape and are contiguous
 */
tpudnnStatus_t tpudnnBitwiseAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output, BitwiseMode_t mode);

/**
 * OUTPUT = INPUT ( MODE ) SCALAR, bit by bit; of SCALAR the low bits that the data type has
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same integer type, INT64 excepted; one shape, contiguous
 */
tpudnnStatus_t tpudnnBitwiseConstAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, int scalar, BitwiseMode_t mode);

/**
 * OUTPUT = INPUT with every bit turned over
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same integer type, INT64 and BOOL excepted; one shape, contiguous
 */
tpudnnStatus_t tpudnnBitwiseNotAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUTPUT = 1 where neither INPUT nor OTHER is 0, else 0; NaN is not 0
 * Note:
 * 1. The data types of all the tensors are the same, INT64 excepted
 * 2. All the tensors have one shape and are contiguous
 */
tpudnnStatus_t tpudnnLogicalAndAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output);

/**
 * OUTPUT = 1 where INPUT or OTHER is not 0, else 0; NaN is not 0
 * Note:
 * 1. The data types of all the tensors are the same, INT64 excepted
 * 2. All the tensors have one shape and are contiguous
 */
tpudnnStatus_t tpudnnLogicalOrAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT << OTHER ( LEFT ) or INPUT >> OTHER, arithmetically: the sign comes in from the left
 * Note:
 * 1. INPUT and OUTPUT have one integer data type, OTHER one of its own; INT64 excepted
 * 2. An amount that is negative, or the width or more, gives 0 to the left, and the sign to the right
 * 3. All the tensors have one shape and are contiguous
 */
tpudnnStatus_t tpudnnShiftAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output, bool left);

/**
 * OUTPUT = INPUT << VALUE ( LEFT ) or INPUT >> VALUE, as tpudnnShiftAsync
 * Note:
 * 1. INPUT and OUTPUT have one integer data type, INT64 excepted; one shape, contiguous
 */
tpudnnStatus_t tpudnnShiftConstAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, char value, bool left);

/**
 * OUTPUT = 1 where INPUT ( MODE ) OTHER holds, else 0
 * Note:
 * 1. The data types of INPUT and OTHER are the same, and not INT64; of OUTPUT UINT8
 * 2. All the tensors have one shape and are contiguous
 */
tpudnnStatus_t tpudnnCompareAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output, CompareMode_t mode);

/**
 * OUTPUT = 1 where INPUT ( MODE ) SCALAR ( INVERSED ), or SCALAR ( MODE ) INPUT, holds, else 0
 * Note:
 * 1. The data type of INPUT is not INT64, of OUTPUT UINT8; one shape, contiguous
 */
tpudnnStatus_t tpudnnCompareConstAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar, CompareMode_t mode,
                                       bool inversed);

/**
 * OUTPUT = INPUT ^ OTHER, computed in FP32; what pow() of C gives for zeros, infinities and NaN
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have one shape and are contiguous
 */
tpudnnStatus_t tpudnnPowerAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT ^ SCALAR, as tpudnnPowerAsync
 * Note:
 * 1. INPUT and OUTPUT have one data type, one of FP32, FP16 and BF16; one shape, contiguous
 */
tpudnnStatus_t tpudnnPowerScalarAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar);

/**
 * OUTPUT = SCALAR ^ INPUT, as tpudnnPowerAsync
 * Note:
 * 1. INPUT and OUTPUT have one data type, one of FP32, FP16 and BF16; one shape, contiguous
 */
tpudnnStatus_t tpudnnScalarPowerAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar);

/**
 * OUTPUT = the angle of the point ( OTHER, INPUT ), between -pi and pi; what atan2( INPUT, OTHER ) of C gives for zeros, infinities and NaN
 * Note:
 * 1. The data type of all the tensors is FP32
 * 2. All the tensors have one shape and are contiguous
 */
tpudnnStatus_t tpudnnAtan2Async(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t other, tpudnnTensor_t output);

/**
 * OUTPUT = atan2( INPUT, SCALAR ), as tpudnnAtan2Async
 * Note:
 * 1. The data type of INPUT and OUTPUT is FP32; one shape, contiguous
 */
tpudnnStatus_t tpudnnAtan2ScalarAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar);

/**
 * OUTPUT = atan2( SCALAR, INPUT ), as tpudnnAtan2Async
 * Note:
 * 1. The data type of INPUT and OUTPUT is FP32; one shape, contiguous
 */
tpudnnStatus_t tpudnnScalarAtan2Async(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float scalar);

/**
 * OUTPUT = the cube root of INPUT, with its sign
 * Note:
 * 1. INPUT and OUTPUT have one data type, one of FP32, FP16 and BF16; one shape, contiguous
 */
tpudnnStatus_t tpudnnCbrtAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUTPUT = 1 where the sign bit of INPUT is set, also of -0 and NaN, else 0
 * Note:
 * 1. The data type of INPUT is FP32, FP16 or BF16, of OUTPUT UINT8; one shape, contiguous
 */
tpudnnStatus_t tpudnnSignbitAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUTPUT = INPUT where it is greater than 0, else NEGATIVE_SLOPE * INPUT; NaN stays
 * Note:
 * 1. INPUT and OUTPUT have one data type, one of FP32, FP16 and BF16; one shape, contiguous
 */
tpudnnStatus_t tpudnnLeakyReLUAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, float negative_slope);

/**
 * OUTPUT = INPUT, not less than MIN_VALUE and not more than MAX_VALUE; NaN stays
 * Note:
 * 1. INPUT and OUTPUT have one data type, one of FP32, FP16 and BF16; one shape, contiguous
 */
tpudnnStatus_t tpudnnHardtanhAsync(tpudnnHandle_t handle, tpudnnTensor_t input, float min_value, float max_value, tpudnnTensor_t output);

/**
 * GRAD_INPUT = GRAD_OUTPUT where INPUT is greater than 0, else 0
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have one shape and are contiguous
 */
tpudnnStatus_t tpudnnReLUBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t input, tpudnnTensor_t grad_input);

/**
 * OUTPUT = INPUT + SCALAR * ( TENSOR1 / TENSOR2 )
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. All the tensors have one shape and are contiguous
 */
tpudnnStatus_t tpudnnAddCDivAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t tensor1, tpudnnTensor_t tensor2, float scalar,
                                  tpudnnTensor_t output);

/**
 * OUTPUT = INPUT + SCALAR * TENSOR1 * TENSOR2
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. The tensors have one number of dimensions; a size of INPUT, TENSOR1 and TENSOR2 is that of OUTPUT or 1
 * 3. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnAddCMulBcastAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t tensor1, tpudnnTensor_t tensor2, float scalar,
                                       tpudnnTensor_t output);

/**
 * OUT = VALUE where MASK is not 0, else INPUT
 * Note:
 * 1. The data types of all the tensors are the same, one of FP32, FP16 and BF16
 * 2. INPUT and OUT have one shape; MASK has as many dimensions, or none, and a size of it is that of INPUT or 1
 * 3. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnMaskedFillAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t mask, float value, tpudnnTensor_t out);

/**
 * OUTPUT = the real parts of INPUT
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16: that of the parts, since there is none for complex numbers
 * 2. The last size of INPUT is 2, real and imaginary part; OUTPUT has the sizes before it
 * 3. INPUT and OUTPUT are contiguous
 */
tpudnnStatus_t tpudnnRealAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

/**
 * OUTPUT = the conjugates of INPUT: imaginary parts negated
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16: that of the parts, since there is none for complex numbers
 * 2. INPUT and OUTPUT have the same shape, whose last size is 2, real and imaginary part, and are contiguous; OUTPUT may be INPUT
 */
tpudnnStatus_t tpudnnConjAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_ELEMENTWISE_H */
