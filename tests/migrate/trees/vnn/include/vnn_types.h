#ifndef VNN_TYPES_H
#define VNN_TYPES_H

#include <stddef.h>
#include <stdint.h>

#define VNN_MAX_DIMS 6

typedef enum {
  VNN_OK = 0,
  VNN_ERR_PARAM = -1,
  VNN_ERR_UNSUPPORTED = -2,
  VNN_ERR_NOMEM = -3,
  VNN_ERR_DEVICE = -4,
} vnnStatus;

typedef enum { VNN_F32 = 0, VNN_F16 = 1, VNN_BF16 = 2, VNN_I32 = 3, VNN_I8 = 4, VNN_U8 = 5 } vnnDataType;

typedef struct {
  vnnDataType dtype;
  int ndim;
  int dims[VNN_MAX_DIMS];
  int strides[VNN_MAX_DIMS];
} vnnTensorDesc;

typedef enum { VNN_UNARY_EXP, VNN_UNARY_LOG, VNN_UNARY_SQRT, VNN_UNARY_NEG } vnnUnaryMode;
typedef enum { VNN_REDUCE_SUM, VNN_REDUCE_MAX, VNN_REDUCE_MEAN } vnnReduceMode;

typedef struct {
  int kernel[2];
  int stride[2];
  int pad[4];
  int dilation[2];
  int groups;
} vnnConvParam;

/* flags of operators */
#define VNN_FLAG_NONE 0u
#define VNN_FLAG_ASYNC 1u

typedef struct vnnContext vnnContext;

#endif
