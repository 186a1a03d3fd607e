/* Matrix products with FP8 operands: argument structs of the kernels in chips/common/kernels/scaled_matmul.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_SCALED_MATMUL_H
#define SG_API_SCALED_MATMUL_H

#include "types.h"

#pragma pack(push, 1)

/* Multi-core form: output [rows, columns] = input [rows, inner] x weight', weight [columns, inner] of weight_dtype (FP8). An element of weight
 * counts as many times as the scale of its square of block_size x block_size says: scale is [columns / block_size, inner / block_size], rounded up.
 * input, scale and output are of dtype, f16 or bf16. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long weight_global_addr;
    unsigned long long scale_global_addr;
    unsigned long long output_global_addr;
    int rows;
    int inner;
    int columns;
    int block_size;
    int weight_dtype;
    int dtype;
} sg_api_mm_w8a16_dq_t;

/* Multi-core form: output [rows, columns] = (left [rows, inner] x right' * scale_left * scale_right + bias) * scale_result, right [columns,
 * inner]; the scales are one f32 each, optional, 1 where absent; bias [columns] is optional. left and right are FP8. output_max, optional, one f32: the
 * largest absolute value before scale_result, NaN if there is one. */
typedef struct {
    unsigned long long left_global_addr;
    unsigned long long right_global_addr;
    unsigned long long bias_global_addr;
    unsigned long long scale_left_global_addr;
    unsigned long long scale_right_global_addr;
    unsigned long long scale_result_global_addr;
    unsigned long long output_global_addr;
    unsigned long long output_max_global_addr;
    int rows;
    int inner;
    int columns;
    int left_dtype;
    int right_dtype;
    int bias_dtype;
    int output_dtype;
} sg_api_matmul_fp8_t;

#pragma pack(pop)

#endif /* SG_API_SCALED_MATMUL_H */
