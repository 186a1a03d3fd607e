/* Operators of tpuDNN: windows over planes (dnnlib/src/tensor/Pooling.cpp). Part of tpuDNNTensor.h. */
#ifndef TPUDNN_POOLING_H
#define TPUDNN_POOLING_H

#include <tpuDNNTensor.h>

#ifdef __cplusplus
extern "C" {
#endif
TPUDNN_API_BEGIN

/**
 * OUTPUT = the largest element or the average of each window over the planes of INPUT
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. The shape of INPUT is ( N, C, H, W ), of OUTPUT ( N, C, OH, OW ) with OH = ( H + 2 * pad_h - kh ) / stride_h + 1, rounded down, and OW likewise
 * 3. POOLING_DESC has mode TPUDNN_POOLING_AVG or TPUDNN_POOLING_MAX, windows and strides from 1, and padding up to half the window;
 *    output_h and output_w are not looked at
 * 4. An average counts the padding, as zeros; NaN is larger than any number
 * 5. INPUT and OUTPUT are contiguous
 */
tpudnnStatus_t tpudnnPoolingForwardAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, TPUDNN_PoolingDescriptor_t pooling_desc);

/**
 * OUTPUT = the gradient of an average over squares of KERNEL_SIZE that lie side by side without padding, of which INPUT is that of the averages
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. The shape of OUTPUT is ( N, C, H, W ), of INPUT ( N, C, H / KERNEL_SIZE, W / KERNEL_SIZE ), rounded down; what is in no window gets 0
 * 3. INPUT and OUTPUT are contiguous
 */
tpudnnStatus_t tpudnnAvgPoolingBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, int kernel_size);

/**
 * OUTPUT = the largest element of each window over the planes of INPUT, MAX_MASK_ADDR = where in its plane it lies, y * W + x
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16; of MAX_MASK_ADDR INT32
 * 2. Shapes and POOLING_DESC as for tpudnnPoolingForwardAsync, the mode is TPUDNN_POOLING_MAX; MAX_MASK_ADDR has the shape of OUTPUT
 * 3. Of equal elements the first counts; NaN is larger than any number, and of several the last counts
 * 4. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnMaxPoolingWithMaskForwardAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, tpudnnTensor_t max_mask_addr,
                                                    TPUDNN_PoolingDescriptor_t pooling_desc);

/**
 * OUTPUT = the gradient of the operator above: at each place of a plane the sum of the elements of GRAD whose INDICES name it
 * Note:
 * 1. The data types of GRAD and OUTPUT are the same, one of FP32, FP16 and BF16; of INDICES INT32, from 0 to H * W - 1
 * 2. The shape of OUTPUT is ( N, C, H, W ); GRAD and INDICES have the shape that windows of KERNEL x KERNEL, STRIDE apart, with PADDING give
 * 3. Sums are in FP32, rounded once
 * 4. All the tensors are contiguous
 */
tpudnnStatus_t tpudnnMaxpoolingIndicesBwdAsync(tpudnnHandle_t handle, tpudnnTensor_t grad, tpudnnTensor_t indices, tpudnnTensor_t output, int kernel,
                                               int stride, int padding);

/**
 * OUTPUT = the planes of INPUT in another size
 * Note:
 * 1. The data types of INPUT and OUTPUT are the same, one of FP32, FP16 and BF16
 * 2. The shape of INPUT is ( N, C, H, W ), of OUTPUT ( N, C, OH, OW )
 * 3. TPUDNN_UPSAMPLING_NEAREST takes element i * H / OH, rounded down; TPUDNN_UPSAMPLING_BILINEAR interpolates at i * ( H - 1 ) / ( OH - 1 )
 *    ( ALIGN_CORNERS ) or ( i + 0.5 ) * H / OH - 0.5. Places are computed in FP32
 * 4. INPUT and OUTPUT are contiguous
 * 5. Only on chips whose kernel table has it
 */
tpudnnStatus_t tpudnnUpsamplingAsync(tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output, bool align_corners,
                                     tensor_resize_mode_t upsampling_type);

/**
 * GRAD_INPUT = SCALE * the average of each window over the planes of GRAD_OUTPUT: the gradient of tpudnnUpsamplingAsync to the nearest by whole
 * numbers, where windows of these sizes lie side by side and SCALE is their area
 * Note:
 * 1. The data types of GRAD_OUTPUT and GRAD_INPUT are the same, one of FP32, FP16 and BF16
 * 2. Shapes and POOLING_DESC as for tpudnnPoolingForwardAsync, the mode is TPUDNN_POOLING_AVG
 * 3. GRAD_OUTPUT and GRAD_INPUT are contiguous
 * 4. Only on chips whose kernel table has it
 */
tpudnnStatus_t tpudnnUpsampleNearest2dBackwardAsync(tpudnnHandle_t handle, tpudnnTensor_t grad_output, tpudnnTensor_t grad_input, int scale,
                                                    TPUDNN_PoolingDescriptor_t pooling_desc);

TPUDNN_API_END
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TPUDNN_POOLING_H */
