/* Choosing by index or condition: argument structs of the kernels in chips/common/kernels/index.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_INDEX_H
#define SG_API_INDEX_H

#include "types.h"

#pragma pack(push, 1)

/* index is int32, or int64 with is_index_int64 (multi-core form). A negative index counts from the end. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long index_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int index_num;
    int axis;
    int dtype;
    int is_index_int64;
} sg_api_index_select_t;

/* Single-core form: output = cond ? self : other; each operand's size in a dimension is the output's or 1. */
typedef struct {
    unsigned long long cond_global_addr;
    unsigned long long self_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int cond_shape[FW_MAX_SHAPE_DIMS];
    int self_shape[FW_MAX_SHAPE_DIMS];
    int other_shape[FW_MAX_SHAPE_DIMS];
    int output_shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int cond_dtype;
    int dtype;
} sg_api_where_t;

/* Multi-core form, tpu_kernel_api_where_multi_core: an operand may be a number instead (self_is_scalar, other_is_scalar). */
typedef struct {
    unsigned long long output_addr;
    unsigned long long cond_addr;
    unsigned long long self_addr;
    unsigned long long other_addr;
    int out_shape[FW_MAX_SHAPE_DIMS];
    int cond_shape[FW_MAX_SHAPE_DIMS];
    int self_shape[FW_MAX_SHAPE_DIMS];
    int other_shape[FW_MAX_SHAPE_DIMS];
    int dims;
    int cond_dtype;
    int dtype;
    int self_is_scalar;
    int other_is_scalar;
    float self_val;
    float other_val;
} sg_api_where_multi_core_t;

/* Single-core form: output [count, dim] (int32) are the positions of the elements that are not 0, in row-major order; num (int32)
 * their count. index takes 4 bytes for each element of input. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    unsigned long long index_global_addr;
    unsigned long long num_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_nonzero_t;

/* Multi-core form, tpu_kernel_api_nonzero_multicore, one core: num_buffer takes 512 bytes. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    unsigned long long index_global_addr;
    unsigned long long num_global_addr;
    unsigned long long num_buffer_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_nonzero_multi_core_t;

/* out = mask != 0 ? value : input; mask, of dtype, is broadcast to input, aligned at the last dimension. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long mask_global_addr;
    unsigned long long out_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int mask_shape[FW_MAX_SHAPE_DIMS];
    int input_dims;
    int mask_dims;
    float value;
    int dtype;
} sg_api_masked_fill_t;

/* The rows of input [mask_shape, inner], of mask_dims dimensions before the rest of shape, where mask (uint8) is not 0, one behind the other:
 * output [count, inner]. Another number of them than count is a fault. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long mask_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int mask_dims;
    int count;
    int dtype;
} sg_api_masked_select_t;

/* output[.., i, ..] = input[.., index[.., i, ..], ..] along axis; output has index_shape, which is nowhere larger than input_shape but
 * along axis. index is int32, or int64 with is_index_int64, 0 or more, and stays as it is (the legacy firmware narrows int64
 * in place, and takes the last axis alone in the single-core form). */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long index_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int index_shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int axis;
    int dtype;
    int is_index_int64;
} sg_api_gather_t;

#pragma pack(pop)

#endif /* SG_API_INDEX_H */
