#pragma once

#include <stddef.h>
#include <stdio.h>

#include "sg_api_struct.h"
#include "tpuv7_rt.h"

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
#define SAFE_CALL(call) do { if ( ( call ) != tpuRtSuccess ) { printf ( "call %s failed\n", #call ); throw; } } while ( false )

/* Device memory that is kept for the next who asks. */
tpuRtStatus_t sgdnnCacheMalloc ( tpuRtStream_t stream, void ** buffer, unsigned long long size );
void sgdnnCacheFree ( tpuRtStream_t stream, void * buffer );

tpuRtStatus_t sgdnnTPUKernelLaunch ( tpuRtStream_t stream, const char * name, const void * api, size_t size, bool non_blocking );

/* OUTPUT = SOFTMAX ( INPUT ) over DIM */
tpuRtStatus_t sgdnnSoftmax ( tpuRtStream_t stream, SgdnnTensor_t input, int dim, SgdnnTensor_t output, bool non_blocking = true );

/* OUTPUT = -INPUT */
tpuRtStatus_t sgdnnNeg ( tpuRtStream_t stream, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking = true );

/* OUTPUT = product of INPUT over AXIS */
tpuRtStatus_t sgdnnReduceProd ( tpuRtStream_t stream, SgdnnTensor_t input, int axis, int keepdim, SgdnnTensor_t output, bool non_blocking = true );

/* OUTPUT = LEFT x RIGHT + BIAS; BIAS is optional */
tpuRtStatus_t sgdnnMatmul ( tpuRtStream_t stream, SgdnnTensor_t left, SgdnnTensor_t right, SgdnnTensor_t bias, SgdnnTensor_t output, bool non_blocking = true );

/* OUTPUT = RMSNORM ( INPUT ) from AXIS on; WEIGHT and BIAS are optional */
tpuRtStatus_t sgdnnRMSNorm ( tpuRtStream_t stream, SgdnnTensor_t input, SgdnnTensor_t weight, SgdnnTensor_t bias, int axis, float eps, SgdnnTensor_t output, bool non_blocking = true );
