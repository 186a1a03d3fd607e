/* Layer norm and matrix multiplication in one (sg_b): argument structs of the kernels in chips/common/kernels/norm_matmul.h. Conventions: sg_api_struct.h. */
#ifndef SG_API_NORM_MATMUL_H
#define SG_API_NORM_MATMUL_H

#include "types.h"

#pragma pack(push, 1)

/* sg_b: output [.., N] = layernorm(input [.., K]; gamma, beta [K]) x weight [K, N] + bias [N]. gamma, beta and the
 * outputs mean, rstd [..] are optional; bias is read if has_bias. The normalised rows are rounded to dtype before
 * they are multiplied. */
typedef struct {
  unsigned long long input_global_addr;
  unsigned long long gamma_global_addr;
  unsigned long long beta_global_addr;
  unsigned long long weight_global_addr;
  unsigned long long bias_global_addr;
  unsigned long long mean_global_addr;
  unsigned long long rstd_global_addr;
  unsigned long long output_global_addr;
  int in_shape[FW_MAX_SHAPE_DIMS];
  int w_shape[FW_MAX_SHAPE_DIMS];
  int in_dims;
  int w_dims;
  float eps;
  int has_bias;
  int in_dtype;
} sg_api_ln_mm_multi_core_t;

/* sg_b: out_add = input0 + input1, then as above on out_add. */
typedef struct {
  unsigned long long input0_global_addr;
  unsigned long long input1_global_addr;
  unsigned long long gamma_global_addr;
  unsigned long long beta_global_addr;
  unsigned long long weight_global_addr;
  unsigned long long bias_global_addr;
  unsigned long long out_add_global_addr;
  unsigned long long mean_global_addr;
  unsigned long long rstd_global_addr;
  unsigned long long output_global_addr;
  int in_shape[FW_MAX_SHAPE_DIMS];
  int w_shape[FW_MAX_SHAPE_DIMS];
  int in_dims;
  int w_dims;
  float eps;
  int has_bias;
  int in_dtype;
} sg_api_add_ln_mm_multi_core_t;

#pragma pack(pop)

#endif /* SG_API_NORM_MATMUL_H */
