/* Unified library: types. */
#ifndef UNN_H
#define UNN_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
#define UNN_MAX_RANK 6
typedef enum { UNN_OK = 0, UNN_BAD_PARAM = 1, UNN_NOT_SUPPORTED = 2, UNN_NO_MEMORY = 3, UNN_DEVICE = 4 } unnStatus_t;
typedef enum { UNN_FLOAT = 10, UNN_HALF, UNN_BFLOAT16, UNN_INT32, UNN_INT8, UNN_UINT8 } unnType_t;
typedef struct {
  unnType_t dtype;
  int ndim;
  int dims[UNN_MAX_RANK];
  int strides[UNN_MAX_RANK];
} unnDesc_t;
typedef enum { UNN_UNARY_EXP, UNN_UNARY_LOG, UNN_UNARY_SQRT, UNN_UNARY_NEG } unnUnaryMode_t;
typedef enum { UNN_REDUCE_SUM, UNN_REDUCE_MAX, UNN_REDUCE_MEAN } unnReduceMode_t;
typedef struct {
  int kernel[2];
  int stride[2];
  int pad[4];
  int dilation[2];
  int groups;
} unnConvParam_t;
#define UNN_FLAG_NONE 0u
#define UNN_FLAG_ASYNC 1u
typedef struct unnQueue *unnQueue_t;
#ifdef __cplusplus
}
#endif
#endif
