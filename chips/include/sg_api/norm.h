/* Norms: argument structs of the kernels in chips/common/kernels/norm.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_NORM_H
#define SG_API_NORM_H

#include "types.h"

#pragma pack(push, 1)

/* Over the dimensions from axis on. weight, bias optional, shape[axis..]; mean, rstd optional outputs, shape[..axis).
 * All of dtype. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long weight_global_addr;
    unsigned long long bias_global_addr;
    unsigned long long output_global_addr;
    unsigned long long mean_global_addr;
    unsigned long long rstd_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int axis;
    float eps;
    int dtype;
} sg_api_layernorm_t;

/* weight and the three gradients are optional. Multi-core form: grad_input is written if requires_grad_input. */
typedef struct {
    unsigned long long grad_output_global_addr;
    unsigned long long input_global_addr;
    unsigned long long weight_global_addr;
    unsigned long long mean_global_addr;
    unsigned long long rstd_global_addr;
    unsigned long long grad_input_global_addr;
    unsigned long long grad_weight_global_addr;
    unsigned long long grad_bias_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int axis;
    int dtype;
    int requires_grad_input;
} sg_api_layernorm_backward_t;

/* Multi-core form: output = input / sqrt(mean(input^2) + eps) * weight + bias over the dimensions from axis on; weight and
 * bias are read if with_weight, with_bias. partial must be 0 or 1: the mean is that of whole rows. */
typedef struct {
    unsigned long long input_addr;
    unsigned long long weight_addr;
    unsigned long long bias_addr;
    unsigned long long output_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dims;
    int axis;
    float partial;
    float eps;
    int with_weight;
    int with_bias;
    int dtype;
} sg_api_rmsnorm_multi_core_t;

/* Multi-core form: gradients of the kernel above, each optional, from grad_output and input; weight is optional, ones where it is absent. */
typedef struct {
    unsigned long long grad_output_global_addr;
    unsigned long long input_global_addr;
    unsigned long long weight_global_addr;
    unsigned long long grad_input_global_addr;
    unsigned long long grad_weight_global_addr;
    unsigned long long grad_bias_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int axis;
    float eps;
    int dtype;
} sg_api_rmsnorm_backward_t;

/* Single-core form: output (1 element) = sqrt(sum of input^2). */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_norm2_t;

/* Multi-core form, tpu_kernel_api_norm2_multi_core: buffer takes one float for each core. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    unsigned long long buffer_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_norm2_multi_core_t;

#pragma pack(pop)

#endif /* SG_API_NORM_H */
