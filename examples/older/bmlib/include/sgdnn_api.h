#pragma once

#include <stddef.h>
#include <stdio.h>

#include "bmlib_runtime.h"
#include "sg_api_struct.h"

typedef enum
{
  SGDNN_DTYPE_FP32 = 0,
  SGDNN_DTYPE_FP16,
  SGDNN_DTYPE_BF16,
}
SgdnnDataType_t;

typedef struct
{
  unsigned long long addr;
  int dim;
  int shape[8];
  int stride[8];
  SgdnnDataType_t dtype;
}
SgdnnTensor_t;

#define SGDNN_CHECK(expression) do { if ( !( expression ) ) { printf ( "check %s failed\n", #expression ); throw; } } while ( false )
#define BM_CHECK(call) do { if ( ( call ) != BM_SUCCESS ) { printf ( "call %s failed\n", #call ); throw; } } while ( false )

bm_status_t sgdnnTPUKernelLaunch ( bm_handle_t handle, const char * name, const void * api, size_t size );

/* OUTPUT = SOFTMAX ( INPUT ) over DIM */
bm_status_t sgdnnSoftmax ( bm_handle_t handle, SgdnnTensor_t input, int dim, SgdnnTensor_t output );

/* OUTPUT = -INPUT */
bm_status_t sgdnnNeg ( bm_handle_t handle, SgdnnTensor_t input, SgdnnTensor_t output );

/* OUTPUT = product of INPUT over AXIS */
bm_status_t sgdnnReduceProd ( bm_handle_t handle, SgdnnTensor_t input, int axis, int keepdim, SgdnnTensor_t output );

/* OUTPUT = LEFT x RIGHT + BIAS; BIAS is optional */
bm_status_t sgdnnMatmul ( bm_handle_t handle, SgdnnTensor_t left, SgdnnTensor_t right, SgdnnTensor_t bias, SgdnnTensor_t output );
