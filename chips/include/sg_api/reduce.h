/* Reductions: argument structs of the kernels in chips/common/kernels/reduce.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_REDUCE_H
#define SG_API_REDUCE_H

#include "types.h"

#pragma pack(push, 1)

/* Over the dimensions start_dim <= d < end_dim; mode is sg_reduce_mode_t. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int start_dim;
    int end_dim;
    int dtype;
    int mode;
} sg_api_reduce_t;

/* One core on both chips. buffer takes as many bytes as input. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long buffer_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int axis;
    int dtype;
} sg_api_reduce_prod_t;

/* tpu_kernel_api_arg, in the multi-core form tpu_kernel_api_arg_muti_core: one core. mode is sg_arg_mode_t; values
 * (dtype) are written in every mode, optional in the first two; indices are int32; of equal elements the first
 * counts. buffer takes as many bytes as indices. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long values_global_addr;
    unsigned long long indices_global_addr;
    unsigned long long buffer_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int axis;
    int mode;
    int dtype;
} sg_api_reduce_arg_t;

/* Largest (mode 0) or smallest (1) over the dimensions reduction_dim; NaN if there is one. buffer takes as many bytes as input. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long buffer_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int reduction_dim[FW_MAX_SHAPE_DIMS];
    int reduction_dim_length;
    int dim;
    int mode;
    int dtype;
} sg_api_reduce_max_or_min_t;

/* Single-core form, tpu_kernel_api_reduce_var: sum of squared distances from the mean over the dimensions reduce_list, divided by their
 * number less correction, or by 0 if that is negative (as PyTorch). buffer, mul and sum take as many bytes as input each.
 * tpu_kernel_api_reduce_var_all: over all; it reads neither sum nor output_shape, reduce_list, output_dim, reduce_dim. keepdim,
 * output_shape and output_dim say nothing that is not said by the others. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long buffer_global_addr;
    unsigned long long mul_global_addr;
    unsigned long long sum_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int output_shape[FW_MAX_SHAPE_DIMS];
    int reduce_list[FW_MAX_SHAPE_DIMS];
    int input_dim;
    int output_dim;
    int reduce_dim;
    int correction;
    int keepdim;
    int dtype;
} sg_api_reduce_var_t;

/* output[.., i, ..] = the sum of input[.., 0 .. i, ..] along axis: floats in f32, one after the other, each sum rounded once; integers wrap.
 * output may be input. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int axis;
    int dtype;
} sg_api_cumsum_t;

#pragma pack(pop)

#endif /* SG_API_REDUCE_H */
