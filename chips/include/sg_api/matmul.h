/* Matrix multiplication: argument structs of the kernels in chips/common/kernels/matmul.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_MATMUL_H
#define SG_API_MATMUL_H

#include "types.h"

#pragma pack(push, 1)

/* Single-core form, tpu_kernel_api_batch_matmul: output[b] = left[b] x right[b] + bias. left [batch, left_row, left_column],
 * right [batch, left_column, right_column], output [batch, left_row, right_column], bias optional, [right_column].
 * is_right_transposed: right is stored [batch, right_column, left_column]. The chip has no transposed left operand:
 * is_left_transposed must be 0. */
typedef struct {
    unsigned long long left_global_addr;
    unsigned long long right_global_addr;
    unsigned long long bias_global_addr;
    unsigned long long output_global_addr;
    int batch;
    int left_row;
    int left_column;
    int right_column;
    int is_left_transposed;
    int is_right_transposed;
    int dtype;
} sg_api_batch_matmul_t;

/* Multi-core form, tpu_kernel_api_matmul_multi_core: as above with any number of leading batch dimensions (equal in both
 * operands). L_shape and R_shape are [.., M, K] and [.., K, N] as the operands are stored: with L_trans, R_trans the last
 * two dimensions are exchanged, [.., K, M] and [.., N, K]. bias optional, [N], of in_dtype. The fields from
 * slice_core_m on place slices of the operands in memory channels, which are not simulated: slyt_num must be 0. */
typedef struct {
    unsigned long long left_global_addr;
    unsigned long long right_global_addr;
    unsigned long long bias_global_addr;
    unsigned long long output_global_addr;
    int L_shape[FW_MAX_SHAPE_DIMS];
    int R_shape[FW_MAX_SHAPE_DIMS];
    int L_dims;
    int R_dims;
    int L_trans;
    int R_trans;
    int in_dtype;
    int out_dtype;
    int slice_core_m;
    int slice_core_n;
    int slice_m;
    int slice_n;
    int slice_k;
    int slyt_num;
    int left_slyt_fmt;
    int right_slyt_fmt;
    int result_slyt_fmt;
    int left_slyt_buf_size;
    int right_slyt_buf_size;
    int result_slyt_buf_size;
    unsigned long long left_slyt_global_addr[FW_MAX_SHAPE_DIMS];
    unsigned long long right_slyt_global_addr[FW_MAX_SHAPE_DIMS];
    unsigned long long result_slyt_global_addr[FW_MAX_SHAPE_DIMS];
} sg_api_matmul_multi_core_t;

/* Single-core form: output [batch, m, n] = beta * input + alpha * batch1 [batch, m, k] x batch2 [batch, k, n], in f32, rounded once. input is
 * broadcast, aligned at the last dimension; with beta 0 it is not read. batch2 lies as [batch, n, k] with is_right_transpose, under
 * the same shape; is_left_transpose is 0. buffer takes as many bytes as input, unless beta is 0. */
typedef struct {
    unsigned long long input_global_addr;
    unsigned long long buffer_global_addr;
    unsigned long long batch1_global_addr;
    unsigned long long batch2_global_addr;
    unsigned long long output_global_addr;
    int input_shape[FW_MAX_SHAPE_DIMS];
    int batch1_shape[FW_MAX_SHAPE_DIMS];
    int batch2_shape[FW_MAX_SHAPE_DIMS];
    int output_shape[FW_MAX_SHAPE_DIMS];
    int input_dim;
    int batch1_dim;
    int batch2_dim;
    int output_dim;
    int dtype;
    float alpha;
    float beta;
    int is_left_transpose;
    int is_right_transpose;
} sg_api_baddbmm_t;

#pragma pack(pop)

#endif /* SG_API_MATMUL_H */
