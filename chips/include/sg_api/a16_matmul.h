/* Matrix multiplication with a quantised weight: argument structs of the kernels in chips/common/kernels/a16_matmul.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_A16_MATMUL_H
#define SG_API_A16_MATMUL_H

#include "types.h"

#pragma pack(push, 1)

/* Multi-core form: output [rows, columns] = input [rows, inner] x dequantised weight + bias. weight holds weight_bits (8 or 4;
 * of two 4-bit values in a byte the low half comes first) unsigned integers, [columns, inner] if R_trans, else
 * [inner, columns]. scale (io_dtype) and zp (uint8, optional, one byte each) are [columns, inner / q_group_size]:
 * value = (weight - zp) * scale. weight_dtype, bias_dtype and sign say nothing that is not said by the others. bias optional, [columns], io_dtype. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long weight_global_addr;
    unsigned long long bias_global_addr;
    unsigned long long scale_global_addr;
    unsigned long long zp_global_addr;
    unsigned long long output_global_addr;
    int final_row_num;
    int inner_num;
    int final_col_num;
    int has_bias;
    int has_zp;
    int q_group_size;
    int weight_dtype;
    int bias_dtype;
    int R_trans;
    int sign;
    int weight_bits;
    int io_dtype;
} sg_api_a16_matmul_t;

#pragma pack(pop)

#endif /* SG_API_A16_MATMUL_H */
