/* Bits and truth values: argument structs of the kernels in chips/common/kernels/bitwise.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_BITWISE_H
#define SG_API_BITWISE_H

#include "types.h"

#pragma pack(push, 1)

/* output = input (mode) other, bit by bit: BITWISE_XOR, BITWISE_AND, BITWISE_OR. Integers; value is not read. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    float value;
    int dtype;
    int mode;
} sg_api_element_bitwise_t;

/* With broadcasting, aligned at the last dimension. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int other_shape[FW_MAX_SHAPE_DIMS];
    int input_dim;
    int other_dim;
    float value;
    int dtype;
    int mode;
} sg_api_element_bitwise_bcast_t;

/* With a number. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int value;
    int dtype;
    int mode;
} sg_api_element_bitwise_c_t;

/* output = ~input. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_bitwise_not_t;

/* output = 1 where both (one) of the operands are (is) not 0, else 0; all of dtype. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_logical_and_t;

typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
} sg_api_logical_or_t;

/* output (dst_dtype) = input (src_dtype) << other (other_dtype). Integers; a shift by a negative amount or by the
 * width or more gives 0. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int src_dtype;
    int dst_dtype;
    int other_dtype;
} sg_api_shift_left_t;

/* The same to the right: the sign comes in from the left, also for amounts that are negative
 * or the width or more. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int src_dtype;
    int dst_dtype;
    int other_dtype;
} sg_api_shift_right_arithmetic_t;

/* With broadcasting, one number of dimensions. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int other_shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int src_dtype;
    int dst_dtype;
    int other_dtype;
} sg_api_shift_left_bcast_t;

typedef struct {
    unsigned long long input_global_addr;
    unsigned long long other_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int other_shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int src_dtype;
    int dst_dtype;
    int other_dtype;
} sg_api_shift_right_arithmetic_bcast_t;

/* With a number. dtype and other_dtype are not read. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
    int src_dtype;
    int dst_dtype;
    int other_dtype;
    char const_value;
} sg_api_shift_left_c_t;

typedef struct {
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int shape[FW_MAX_SHAPE_DIMS];
    int dim;
    int dtype;
    int src_dtype;
    int dst_dtype;
    int other_dtype;
    char const_value;
} sg_api_shift_right_arithmetic_c_t;

#pragma pack(pop)

#endif /* SG_API_BITWISE_H */
