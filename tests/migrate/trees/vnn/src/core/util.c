#include "vnn_internal.h"

int vnniElements(const vnnTensorDesc *desc)
{
  int n = 1;
  for (int i = 0; i < desc->ndim; ++i) n *= desc->dims[i];
  return n;
}

int vnniDtypeBytes(vnnDataType dtype)
{
  switch (dtype) {
  case VNN_F32:
  case VNN_I32:
    return 4;
  case VNN_F16:
  case VNN_BF16:
    return 2;
  default:
    return 1;
  }
}

int vnniDtypeCode(vnnDataType dtype)
{
  static const int codes[] = {4, 2, 10, 5, 1, 0};
  return codes[dtype];
}

int vnniSameShape(const vnnTensorDesc *a, const vnnTensorDesc *b)
{
  if (a->ndim != b->ndim) return 0;
  for (int i = 0; i < a->ndim; ++i) {
    if (a->dims[i] != b->dims[i]) return 0;
  }
  return 1;
}

int vnniContiguous(const vnnTensorDesc *desc)
{
  int stride = 1;
  for (int i = desc->ndim - 1; i >= 0; --i) {
    if (desc->dims[i] != 1 && desc->strides[i] != stride) return 0;
    stride *= desc->dims[i];
  }
  return 1;
}

vnnStatus vnniFinish(vnnContext *ctx, unsigned flags)
{
  return (flags & VNN_FLAG_ASYNC) ? VNN_OK : vnnrtSync(ctx);
}
