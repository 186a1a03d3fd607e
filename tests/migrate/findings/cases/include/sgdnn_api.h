/* Types, launches and helpers of the legacy library. */
#ifndef SGDNN_API_H
#define SGDNN_API_H

#include "sg_api_struct.h"
#include "sgdnn_runtime.h"

typedef enum
{
  SGDNN_DTYPE_UNKNOWN = 0,
  SGDNN_DTYPE_INT8,
  SGDNN_DTYPE_UINT8,
  SGDNN_DTYPE_INT16,
  SGDNN_DTYPE_UINT16,
  SGDNN_DTYPE_FP16,
  SGDNN_DTYPE_BF16,
  SGDNN_DTYPE_INT32,
  SGDNN_DTYPE_UINT32,
  SGDNN_DTYPE_FP32,
  SGDNN_DTYPE_INT64
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

static inline SgdnnTensor_t sgdnnUndefinedTensor()
{
  SgdnnTensor_t tensor = { .addr = 0 };
  return tensor;
}

#if defined BACKEND_SG2260 || defined BACKEND_SG2044
static inline tpu_status_t sgdnnTPUKernelLaunch ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking )
{
  return sgdnnStatusOf ( event_launch ( name, 1, api, size, !non_blocking ) );
}
static inline tpu_status_t sgdnnTPUKernelLaunchMultiCore ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking )
{
  return sgdnnStatusOf ( event_launch ( name, 0, api, size, !non_blocking ) );
}
#else
static inline tpu_status_t sgdnnTPUKernelLaunch ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking = false )
{
  return sgdnnStatusOf ( event_launch ( name, 1, api, size, 1 ) );
}
#endif

static inline size_t sgdnnDataSize ( SgdnnDataType_t dtype )
{
  if ( dtype == SGDNN_DTYPE_INT8 || dtype == SGDNN_DTYPE_UINT8 )
  {
    return 1;
  }
  if ( dtype == SGDNN_DTYPE_FP32 || dtype == SGDNN_DTYPE_INT32 || dtype == SGDNN_DTYPE_UINT32 )
  {
    return 4;
  }
  return dtype == SGDNN_DTYPE_INT64 ? 8 : 2;
}

static inline size_t sgdnnTensorBytes ( const SgdnnTensor_t * tensor )
{
  size_t bytes = sgdnnDataSize ( tensor->dtype );
  for ( int i = 0; i < tensor->dim; ++i )
  {
    bytes *= tensor->shape[i];
  }
  return bytes;
}

static inline bool sgdnnIsTensorContiguous ( const SgdnnTensor_t * tensor )
{
  int elements = 1;
  for ( int i = tensor->dim - 1; i >= 0; --i )
  {
    if ( tensor->shape[i] > 1 && tensor->stride[i] != elements )
    {
      return false;
    }
    elements *= tensor->shape[i];
  }
  return true;
}

static inline bool sgdnnIsSameShape ( const SgdnnTensor_t * left, const SgdnnTensor_t * right )
{
  bool same = left->dim == right->dim;
  for ( int i = 0; same && i < left->dim; ++i )
  {
    same = left->shape[i] == right->shape[i];
  }
  return same;
}

static inline bool sgdnnDtypeIsInt64 ( SgdnnDataType_t dtype )
{
  return dtype == SGDNN_DTYPE_INT64;
}

/* the kernels' code of a data type: precision << 1 | sign */
static inline int sgdnnTPUKernelDType ( SgdnnDataType_t dtype )
{
  switch ( dtype )
  {
    case SGDNN_DTYPE_INT8: return 1;
    case SGDNN_DTYPE_UINT8: return 0;
    case SGDNN_DTYPE_FP16: return 3;
    case SGDNN_DTYPE_FP32: return 5;
    case SGDNN_DTYPE_INT16: return 7;
    case SGDNN_DTYPE_UINT16: return 6;
    case SGDNN_DTYPE_INT32: return 9;
    case SGDNN_DTYPE_UINT32: return 8;
    case SGDNN_DTYPE_BF16: return 11;
    default: break;
  }
  SGDNN_CHECK ( false );
  return -1;
}

#endif
