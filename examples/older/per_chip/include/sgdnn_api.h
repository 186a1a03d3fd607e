#pragma once

#include <stddef.h>

#include "sg_api_struct.h"
#include "sgdnn_runtime.h"

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

tpu_status_t sgdnnTPUKernelLaunch ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking );

/* OUTPUT = SOFTMAX ( INPUT ) over DIM */
tpu_status_t sgdnnSoftmax ( tpu_resource_t stream, SgdnnTensor_t input, int dim, SgdnnTensor_t output, bool non_blocking = true );

/* OUTPUT = -INPUT */
tpu_status_t sgdnnNeg ( tpu_resource_t stream, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking = true );

/* OUTPUT = product of INPUT over AXIS */
tpu_status_t sgdnnReduceProd ( tpu_resource_t stream, SgdnnTensor_t input, int axis, int keepdim, SgdnnTensor_t output, bool non_blocking = true );

/* OUTPUT = LEFT x RIGHT + BIAS; BIAS is optional */
tpu_status_t sgdnnMatmul ( tpu_resource_t stream, SgdnnTensor_t left, SgdnnTensor_t right, SgdnnTensor_t bias, SgdnnTensor_t output, bool non_blocking = true );

/* OUTPUT = RMSNORM ( INPUT ) from AXIS on; WEIGHT and BIAS are optional */
tpu_status_t sgdnnRMSNorm ( tpu_resource_t stream, SgdnnTensor_t input, SgdnnTensor_t weight, SgdnnTensor_t bias, int axis, float eps, SgdnnTensor_t output, bool non_blocking = true );
