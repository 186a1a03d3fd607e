/* Windows over planes: argument structs of the kernels in chips/common/kernels/pooling.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_POOLING_H
#define SG_API_POOLING_H

#include "types.h"

#pragma pack(push, 1)

/* [n, c, h, w]. tpu_kernel_api_avg_pooling: POOLING_AVG: sum of the window over the number of its places, the padding's (as zeros)
 * included, but not what lies beyond it (PyTorch's count_include_pad); POOLING_MAX: the largest that is no padding, NaN if there
 * is one. pad_h and pad_w are on both sides. do_relu, output_h and output_w are not read: the first is not set by the legacy
 * host, the others are output_shape's. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int output_shape[FW_MAX_SHAPE_DIMS];
    int dtype;
    int do_relu;
    PoolingDescriptor_t pooling_desc;
} sg_api_pooling_t;

/* Single-core form: the same of grad_output (input), averages only, times scalar, which makes them sums where it is kh * kw. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int output_shape[FW_MAX_SHAPE_DIMS];
    int dtype;
    int do_relu;
    PoolingDescriptor_t pooling_desc;
    int scalar;
} sg_api_upsample2d_backward_t;

/* Single-core form, tpu_kernel_api_interp: [n, c, h, w] to out_shape. platform_sp: PYTORCH_NEAREST, element floor(i * h / out_h), or
 * PYTORCH_SUPPORT, bilinear: element i comes from i * (h - 1) / (out_h - 1) with align_corners, else from (i + 0.5) * h / out_h - 0.5
 * with half_pixel_centers, else from i * h / out_h. Positions are computed in f32. buffer takes as many bytes as output.
 * pad_bag, pad_end and if_getting_buffer_size are 0; buffer_size_ptr is not read. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    unsigned long long buffer_addr;
    int dim;
    int shape[FW_MAX_SHAPE_DIMS];
    int out_shape[FW_MAX_SHAPE_DIMS];
    int pad_bag;
    int pad_end;
    int half_pixel_centers;
    int align_corners;
    int if_getting_buffer_size;
    int dtype;
    unsigned long long *buffer_size_ptr;
    PLATFORM_SUPPORT platform_sp;
} sg_api_upsampling2d_t;

/* Gradient of an average over squares of kernel_size that lie side by side: each element of grad_input [n, c, h, w] (output) is that of
 * grad_output [n, c, oh, ow] (input) whose window it was in, over kernel_size ^ 2; 0 where no window was. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int output_shape[FW_MAX_SHAPE_DIMS];
    int kernel_size;
    int dtype;
} sg_api_avg_pooling_backward_t;

/* POOLING_MAX of [n, c, h, w], and in mask (int32) where in its plane the largest lies: y * w + x. Of equal ones the first; of NaN
 * the last (PyTorch's). A window that is all padding is a fault. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    unsigned long long mask_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int output_shape[FW_MAX_SHAPE_DIMS];
    int dtype;
    PoolingDescriptor_t pooling_desc;
} sg_api_max_pooling_with_mask_t;

/* Its gradient: output [n, c, h, w] is the sum of the elements of grad [n, c, oh, ow] whose indices (int32) name the place, 0 where
 * none does. In f32, in the order of the indices, rounded once. */
typedef struct {
    unsigned long long grad_global_addr;
    unsigned long long indices_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int output_shape[FW_MAX_SHAPE_DIMS];
    int dtype;
} sg_api_max_pooling_indices_backward_t;

#pragma pack(pop)

#endif /* SG_API_POOLING_H */
