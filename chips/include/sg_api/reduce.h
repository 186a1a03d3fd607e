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

/* tpu_kernel_api_arg, on sg_b tpu_kernel_api_arg_muti_core: one core on both chips. mode is sg_arg_mode_t; values
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

#pragma pack(pop)

#endif /* SG_API_REDUCE_H */
