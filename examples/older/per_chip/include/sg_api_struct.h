#pragma once

/* Arguments of the kernels. Packed: their bytes are what the firmware reads. */
#pragma pack(push, 1)

typedef struct
{
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int dim;
  int shape[8];
  int axis;
  int dtype;
}
sg_api_softmax_t;

typedef struct
{
  unsigned long long input_global_addr;
  unsigned long long output_global_addr;
  int dim;
  int shape[8];
  int dtype;
}
sg_api_neg_t;

typedef struct
{
  unsigned long long input_global_addr;
  unsigned long long buffer_global_addr;
  unsigned long long output_global_addr;
  int dim;
  int shape[8];
  int axis;
  int dtype;
}
sg_api_reduce_prod_t;

typedef struct
{
  unsigned long long left_global_addr;
  unsigned long long right_global_addr;
  unsigned long long bias_global_addr;
  unsigned long long output_global_addr;
  int m;
  int k;
  int n;
  int has_bias;
  int dtype;
}
sg_api_batch_matmul_t;

typedef struct
{
  unsigned long long left_global_addr;
  unsigned long long right_global_addr;
  unsigned long long bias_global_addr;
  unsigned long long output_global_addr;
  int m;
  int k;
  int n;
  int left_transposed;
  int right_transposed;
  int dtype;
}
sg_api_matmul_multi_core_t;

typedef struct
{
  unsigned long long input_global_addr;
  unsigned long long weight_global_addr;
  unsigned long long bias_global_addr;
  unsigned long long output_global_addr;
  int dim;
  int shape[8];
  int axis;
  float eps;
  int dtype;
}
sg_api_rmsnorm_t;

#pragma pack(pop)
