/* Layer norm and matrix multiplication in one (multi-core form): argument structs of the kernels in chips/common/kernels/norm_matmul.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_NORM_MATMUL_H
#define SG_API_NORM_MATMUL_H

#include "types.h"

#pragma pack(push, 1)

/* Multi-core form: output [.., N] = layernorm(input [.., K]; gamma, beta [K]) x weight [K, N] + bias [N]. gamma, beta and the
 * outputs mean, rstd [..] are optional; bias is read if has_bias. The normalised rows are rounded to dtype before
 * they are multiplied. */
typedef struct {
    unsigned long long input_addr;
    unsigned long long gamma_addr;
    unsigned long long beta_addr;
    unsigned long long weight_addr;
    unsigned long long bias_addr;
    unsigned long long mean_addr;
    unsigned long long rstd_addr;
    unsigned long long output_addr;
    int in_shape[FW_MAX_SHAPE_DIMS];
    int w_shape[FW_MAX_SHAPE_DIMS];
    int in_dims;
    int w_dims;
    int in_dtype;
    float eps;
    int has_bias;
} sg_api_ln_mm_multi_core_t;

/* Multi-core form: out_add = input0 + input1, then as above on out_add. use_fast chooses a faster way on the chip; here it
 * changes nothing. */
typedef struct {
    unsigned long long input0_addr;
    unsigned long long input1_addr;
    unsigned long long gamma_addr;
    unsigned long long beta_addr;
    unsigned long long weight_addr;
    unsigned long long bias_addr;
    unsigned long long out_add_addr;
    unsigned long long mean_addr;
    unsigned long long rstd_addr;
    unsigned long long output_addr;
    int in_shape[FW_MAX_SHAPE_DIMS];
    int w_shape[FW_MAX_SHAPE_DIMS];
    int in_dims;
    int w_dims;
    int in_dtype;
    float eps;
    int has_bias;
    int use_fast;
} sg_api_add_ln_mm_multi_core_t;

#pragma pack(pop)

#endif /* SG_API_NORM_MATMUL_H */
