/* Element by element, two inputs or an input and a number: argument structs of the kernels in chips/common/kernels/binary.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_BINARY_H
#define SG_API_BINARY_H

#include "types.h"

#pragma pack(push, 1)

/* output = input (op) value * other. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    float value;
    int dtype;
    int binary_type;
} sg_api_binary_t;

/* The same with broadcasting: per dimension the sizes are equal or one of them is 1. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int other_shape[FW_MAX_SHAPE_DIMS];
    int dim;
    float value;
    int dtype;
    int binary_type;
} sg_api_binary_bcast_t;

/* output = input (op) value; inversed: value (op) input. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    float value;
    int dtype;
    int binary_type;
    int inversed;
} sg_api_binary_c_t;

/* output (uint8, 0 or 1) = input (mode) other. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
    int mode;
} sg_api_comparision_t;

/* The same with broadcasting, aligned at the last dimension. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int other_shape[FW_MAX_SHAPE_DIMS];
    int input_dim;
    int other_dim;
    int dtype;
    int mode;
} sg_api_comparision_bcast_t;

/* output (uint8, 0 or 1) = input (mode) const_value; scalar_pos 0: const_value (mode) input. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
    float const_value;
    int mode;
    int scalar_pos;
} sg_api_comparision_c_t;

/* output = input ^ other, computed in f32. An integer output is rounded to the nearest, halves away from zero, and
 * saturates; NaN gives 0. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int input_dtype;
    int other_dtype;
    int output_dtype;
} sg_api_pow_t;

/* output = min(input, other); NaN if either is. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_minimum_t;

/* Single-core form: output = sqrt(input^2 + other^2). */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_hypot_t;

/* output = input + value * tensor1 * tensor2. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long tensor1_global_addr;
    unsigned long long tensor2_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    float value;
    int dtype;
} sg_api_addcmul_t;

/* pow with broadcasting, aligned at the last dimension. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int other_shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int input_dtype;
    int other_dtype;
    int output_dtype;
} sg_api_pow_bcast_t;

/* tpu_kernel_api_pow_c: out = self ^ value, computed in f32; tpu_kernel_api_c_pow: out = value ^ self. out is int32 if
 * out_is_int, else f32 where dtype is an integer's, else of dtype. */
typedef struct {
    unsigned long long self_global_addr;
    unsigned long long out_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    float value;
    int dtype;
    int out_is_int;
} sg_api_pow_tensor_scalar_t;

/* output = input + value * tensor1 / tensor2. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long tensor1_global_addr;
    unsigned long long tensor2_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    float value;
    int dtype;
} sg_api_addcdiv_t;

/* addcmul with broadcasting, aligned at the last dimension. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long tensor1_global_addr;
    unsigned long long tensor2_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int tensor1_shape[FW_MAX_SHAPE_DIMS];
    int tensor2_shape[FW_MAX_SHAPE_DIMS];
    int input_dim;
    int tensor1_dim;
    int tensor2_dim;
    float value;
    int dtype;
} sg_api_bcast_addcmul_t;

#pragma pack(pop)

#endif /* SG_API_BINARY_H */
