#pragma once

// The unified library of the cases.

#include "fake_torch.h"

typedef enum { TPUDNN_STATUS_SUCCESS = 0, TPUDNN_STATUS_FAILED = 1 } tpudnnStatus_t;
class TPUDNNInterface;
typedef TPUDNNInterface * tpudnnHandle_t;

typedef enum { TPUDNN_DTYPE_UNKNOWN = -1, TPUDNN_DTYPE_FP32 = 0, TPUDNN_DTYPE_FP16 = 1, TPUDNN_DTYPE_INT32 = 6 } tpudnnDataType_t;
typedef enum { TPUDNN_ACTIVE_TANH = 0, TPUDNN_ACTIVE_SQRT = 1 } tensor_active_type_t;

typedef struct
{
  void * addr;
  int dim;
  int shape[8];
  int stride[8];
  tpudnnDataType_t dtype;
  tpudnnHandle_t made; /* of the stream that it was made for */
}
tpudnnTensor_t;

static inline tpudnnTensor_t tpudnnUndefinedTensor()
{
  tpudnnTensor_t tensor = {};
  return tensor;
}

static inline bool tpudnnIsSameShape ( const tpudnnTensor_t * a, const tpudnnTensor_t * b )
{
  return a->dim == b->dim;
}

tpudnnStatus_t tpudnnAddAsync ( tpudnnHandle_t handle, tpudnnTensor_t a, tpudnnTensor_t b, tpudnnTensor_t out );
tpudnnStatus_t tpudnnFillAsync ( tpudnnHandle_t handle, tpudnnTensor_t out, float value );
tpudnnStatus_t tpudnnReduceAsync ( tpudnnHandle_t handle, tpudnnTensor_t in, int mode, tpudnnTensor_t out );
tpudnnStatus_t tpudnnCatAsync ( tpudnnHandle_t handle, const tpudnnTensor_t * inputs, int count, int axis, tpudnnTensor_t out );
tpudnnStatus_t tpudnnBiasAsync ( tpudnnHandle_t handle, tpudnnTensor_t x, tpudnnTensor_t bias, tpudnnTensor_t out );
tpudnnStatus_t tpudnnCastAsync ( tpudnnHandle_t handle, tpudnnTensor_t in, tpudnnDataType_t dtype, tpudnnTensor_t out );
tpudnnStatus_t tpudnnActiveAsync ( tpudnnHandle_t handle, tpudnnTensor_t in, tpudnnTensor_t out, tensor_active_type_t mode );
tpudnnStatus_t tpudnnDummyAsync ( tpudnnHandle_t handle );
tpudnnStatus_t tpudnnWaitAsync ( tpudnnHandle_t handle, tpudnnTensor_t x, tpudnnTensor_t out );
tpudnnStatus_t tpudnnScaleAsync ( tpudnnHandle_t handle, tpudnnTensor_t in, tpudnnTensor_t out, float scale );
