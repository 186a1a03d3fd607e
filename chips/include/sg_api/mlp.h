/* Perceptrons of two layers: argument structs of the kernels in chips/common/kernels/mlp.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_MLP_H
#define SG_API_MLP_H

#include "types.h"

#pragma pack(push, 1)

/* Multi-core form, tpu_kernel_mlp_multi_core: output = gelu(input x weight0 + bias0) x weight1 + bias1; input [..., k] of in_shape, weights
 * [k, n] of w0_shape and [n, columns] of w1_shape, all of in_dtype, output of out_dtype. has_bias: 1 with bias0, 2 with bias1, 3 with
 * both. What lies between is f32. use_fast, another gelu, is 0. */
typedef struct {
    unsigned long long input_addr;
    unsigned long long weight0_addr;
    unsigned long long weight1_addr;
    unsigned long long bias0_addr;
    unsigned long long bias1_addr;
    unsigned long long output_addr;
    int in_shape[FW_MAX_SHAPE_DIMS];
    int w0_shape[FW_MAX_SHAPE_DIMS];
    int w1_shape[FW_MAX_SHAPE_DIMS];
    int in_dims;
    int w0_dims;
    int w1_dims;
    int in_dtype;
    int out_dtype;
    int has_bias;
    int use_fast;
} sg_api_mlp_multi_core_t;

/* Multi-core form, tpu_kernel_llama_mlp_multi_core: output [batch, input_w] = (input x weight0 * silu(input x weight1)) x weight2; weights
 * [input_w, middle_w] twice and [middle_w, input_w]. What lies between is f32. quantized: dtype is f16 or bf16, weights are integers of
 * weight_bits in groups, each [columns, rows] as the transposed one of sg_api_a16_matmul_t, with scale and zp as there; otherwise zp,
 * scale, group_size and weight_bits are not read. */
typedef struct {
    unsigned long long input_addr;
    unsigned long long weight0_addr;
    unsigned long long zp0_addr;
    unsigned long long scale0_addr;
    unsigned long long weight1_addr;
    unsigned long long zp1_addr;
    unsigned long long scale1_addr;
    unsigned long long weight2_addr;
    unsigned long long zp2_addr;
    unsigned long long scale2_addr;
    unsigned long long output_addr;
    int batch;
    int input_w;
    int middle_w;
    int dtype;
    int quantized;
    int group_size;
    int weight_bits;
} sg_api_llama_mlp_multi_core_t;

/* Multi-core form: output [batch, input_w] = (silu(input x gate') * (input x up')) x down. gate and up [middle_w, input_w], down [middle_w,
 * input_w], or [input_w, middle_w] with down_transposed, are of weight_dtype (FP8), with a scale for each square of block_size x block_size of
 * them as sg_api_mm_w8a16_dq_t has it; that of down is stored with rows and columns exchanged where down_scale_transposed. The others are of dtype, f16 or
 * bf16. What lies between is f32. */
typedef struct {
    unsigned long long input_addr;
    unsigned long long gate_weight_addr;
    unsigned long long up_weight_addr;
    unsigned long long down_weight_addr;
    unsigned long long gate_scale_addr;
    unsigned long long up_scale_addr;
    unsigned long long down_scale_addr;
    unsigned long long output_addr;
    int batch;
    int input_w;
    int middle_w;
    int block_size;
    int down_transposed;
    int down_scale_transposed;
    int weight_dtype;
    int dtype;
} sg_api_mlp_w8a16_dq_multi_core_t;

#pragma pack(pop)

#endif /* SG_API_MLP_H */
