#pragma once

// The legacy library of the cases.

#include "fake_torch.h"

typedef enum { SG_SUCCESS = 0, SG_FAILURE = 5 } tpu_status_t;
typedef tpu_status_t tpuRtStatus_t;
#define tpuRtSuccess SG_SUCCESS
typedef struct tpuResource * tpu_resource_t;

typedef enum { SGDNN_DTYPE_UNKNOWN = 0, SGDNN_DTYPE_INT32 = 7, SGDNN_DTYPE_FP16 = 5, SGDNN_DTYPE_FP32 = 9 } SgdnnDataType_t;
typedef enum { ACTIVE_TANH = 3, ACTIVE_SQRT = 4 } sg_active_type_t;

typedef struct
{
  unsigned long long addr;
  int dim;
  int shape[8];
  int stride[8];
  SgdnnDataType_t dtype;
}
SgdnnTensor_t;

static inline SgdnnTensor_t sgdnnUndefinedTensor()
{
  SgdnnTensor_t tensor = {};
  return tensor;
}

static inline bool sgdnnIsSameShape ( const SgdnnTensor_t * a, const SgdnnTensor_t * b )
{
  return a->dim == b->dim;
}

tpu_status_t sgdnnAdd ( tpu_resource_t stream, SgdnnTensor_t a, SgdnnTensor_t b, SgdnnTensor_t out, bool non_blocking = true );
tpu_status_t sgdnnFill ( tpu_resource_t stream, SgdnnTensor_t out, float value, bool non_blocking = true );
tpu_status_t sgdnnReduce ( tpu_resource_t stream, SgdnnTensor_t in, int mode, SgdnnTensor_t out, bool non_blocking = true );
tpu_status_t sgdnnCat ( tpu_resource_t stream, const SgdnnTensor_t * inputs, int count, int axis, SgdnnTensor_t out, bool non_blocking = true );
tpu_status_t sgdnnBias ( tpu_resource_t stream, SgdnnTensor_t x, SgdnnTensor_t bias, SgdnnTensor_t out, bool non_blocking = true );
tpu_status_t sgdnnCast ( tpu_resource_t stream, SgdnnTensor_t in, SgdnnDataType_t dtype, SgdnnTensor_t out, bool non_blocking = true );
tpu_status_t sgdnnActive ( tpu_resource_t stream, SgdnnTensor_t in, SgdnnTensor_t out, sg_active_type_t mode, bool non_blocking = true );
tpu_status_t sgdnnDummy ( tpu_resource_t stream, bool non_blocking );
tpu_status_t sgdnnWait ( tpu_resource_t stream, SgdnnTensor_t x, SgdnnTensor_t out, bool non_blocking = false );
tpu_status_t sgdnnScale ( tpu_resource_t stream, SgdnnTensor_t in, SgdnnTensor_t out, float scale = 1.f, bool non_blocking = true );
