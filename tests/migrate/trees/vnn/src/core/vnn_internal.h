#ifndef VNN_INTERNAL_H
#define VNN_INTERNAL_H

#include "vnn.h"
#include "vnn_runtime.h"
#include "vnn_arch.h"

#define VNN_CHECK(cond)                                                   \
  do {                                                                    \
    if (!(cond)) {                                                        \
      vnnrtLog(0, "%s:%d: check failed: %s\n", __FILE__, __LINE__, #cond); \
      return VNN_ERR_PARAM;                                               \
    }                                                                     \
  } while (0)

#define VNN_TRY(call)                     \
  do {                                    \
    vnnStatus rc_ = (call);               \
    if (rc_ != VNN_OK) {                  \
      return rc_;                         \
    }                                     \
  } while (0)

#define VNN_GOTO(call)       \
  do {                       \
    rc = (call);             \
    if (rc != VNN_OK) {      \
      goto cleanup;          \
    }                        \
  } while (0)

#define VNN_RUN(context, id, pointer, bytes) \
  VNN_TRY(vnnrtLaunch((context), (id), (pointer), (bytes)))

#ifdef __cplusplus
extern "C" {
#endif

int vnniElements(const vnnTensorDesc *desc);
int vnniDtypeBytes(vnnDataType dtype);
int vnniDtypeCode(vnnDataType dtype);
int vnniSameShape(const vnnTensorDesc *a, const vnnTensorDesc *b);
int vnniContiguous(const vnnTensorDesc *desc);
vnnStatus vnniFinish(vnnContext *ctx, unsigned flags);

#ifdef __cplusplus
}
#endif

static inline int vnniRoundUp(int n, int to) { return (n + to - 1) / to * to; }

#endif
