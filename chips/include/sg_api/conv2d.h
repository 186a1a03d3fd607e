/* Convolution: argument structs of the kernels in chips/common/kernels/conv2d.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_CONV2D_H
#define SG_API_CONV2D_H

#include "types.h"

#pragma pack(push, 1)

/* Single-core form: input [n, c, h, w], output [n, output_c, oh, ow]; pad is top, bottom, left, right; kernel, stride, dilation are h,
 * w. dtype fp32: weight [output_c, c / groups, kh, kw]. fp16 and bf16: weight in the order REORDER_WEIGHT_32IC. bias
 * optional, [output_c], always fp32. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long weight_global_addr;
    unsigned long long bias_global_addr;
    unsigned long long output_global_addr;
    int input_shape[4];
    int groups;
    int output_c;
    int kernel[2];
    int stride[2];
    int dilation[2];
    int pad[4];
    int dtype;
} sg_api_conv2d_t;

/* Single-core form, of 16-bit elements; mode is sg_reorder_weight_mode_t, shape the input's. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[4];
    int mode;
} sg_api_conv_weight_reorder_t;

/* Single-core form: the gradient of a weight as the hardware leaves it, REORDER_WEIGHT_32OC, in its usual order; shape is the output's,
 * [oc, ic, kh, kw], of 16-bit elements. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[4];
} sg_api_conv_grad_recover_t;

/* Single-core form: gradients of a convolution, each optional, all of dtype: grad_output has output_shape, grad_input input_shape, weight and
 * grad_weight [output channels, input channels / groups, kh, kw] for every dtype, grad_bias [output channels]. pad is top, bottom, left,
 * right; kernel, stride, dilation are h, w. buffer, in which the hardware puts weights and gradients in order, is not read. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long weight_global_addr;
    unsigned long long grad_output_global_addr;
    unsigned long long grad_input_global_addr;
    unsigned long long grad_weight_global_addr;
    unsigned long long grad_bias_global_addr;
    unsigned long long buffer_global_addr;
    int input_shape[4];
    int output_shape[4];
    int groups;
    int kernel[2];
    int stride[2];
    int dilation[2];
    int pad[4];
    int dtype;
} sg_api_conv2d_backward_t;

/* input [n, c, t, h, w], weight [output_c, c / groups, kt, kh, kw], output [n, output_c, ot, oh, ow], bias optional, [output_c], all of
 * dtype; kernel, stride, dilation and pad (on both sides) are t, h, w. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long weight_global_addr;
    unsigned long long bias_global_addr;
    unsigned long long output_global_addr;
    int input_shape[5];
    int groups;
    int output_c;
    int kernel[3];
    int stride[3];
    int dilation[3];
    int pad[3];
    int dtype;
} sg_api_conv3d_t;

#pragma pack(pop)

#endif /* SG_API_CONV2D_H */
