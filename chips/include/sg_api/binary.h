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
  int binary_type;
  int dtype;
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
  int binary_type;
  int dtype;
} sg_api_binary_bcast_t;

/* output = input (op) value; inversed: value (op) input. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  float value;
  int binary_type;
  int inversed;
  int dtype;
} sg_api_binary_c_t;

/* output (uint8, 0 or 1) = input (mode) other. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long other_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int mode;
  int dtype;
} sg_api_comparision_t;

/* The same with broadcasting. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long other_global_addr;
  unsigned long long output_global_addr;
  int input_shape[FW_MAX_SHAPE_DIMS];
  int other_shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int mode;
  int dtype;
} sg_api_comparision_bcast_t;

/* output (uint8, 0 or 1) = input (mode) const_value; scalar_pos 0: const_value (mode) input. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  float const_value;
  int mode;
  int scalar_pos;
  int dtype;
} sg_api_comparision_c_t;

/* output = input ^ other. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long other_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int dtype;
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

/* bm_a: output = sqrt(input^2 + other^2). */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long other_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int dtype;
} sg_api_hypot_t;

/* output (dst_dtype) = input (src_dtype) << other (other_dtype). Integers; a shift by a negative amount or by the
 * width or more gives 0. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long other_global_addr;
  unsigned long long output_global_addr;
  int shape[FW_MAX_SHAPE_DIMS];
  int dim;
  int src_dtype;
  int other_dtype;
  int dst_dtype;
} sg_api_shift_left_t;

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

#pragma pack(pop)

#endif /* SG_API_BINARY_H */
