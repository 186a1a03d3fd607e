#include "vnn_internal.h"

typedef struct {
  int outer, extent, inner;
} Split;

static Split splitAt(const vnnTensorDesc *desc, int axis)
{
  Split s = {1, 1, 1};
  for (int i = 0; i < axis; ++i) s.outer *= desc->dims[i];
  s.extent = desc->dims[axis];
  for (int i = axis + 1; i < desc->ndim; ++i) s.inner *= desc->dims[i];
  return s;
}

size_t vnnSoftmaxWorkspaceSize(vnnContext *ctx, const vnnTensorDesc *xDesc, int axis)
{
  (void)ctx;
  Split s = splitAt(xDesc, axis);
#if VNN_ARCH >= 30
  return 0;
#else
  return (size_t)vnniRoundUp(s.outer * s.inner, VNN_LANES) * 4;
#endif
}

vnnStatus vnnSoftmax(vnnContext *ctx, const vnnTensorDesc *xDesc, const void *x, int axis, const vnnTensorDesc *yDesc,
                     void *y, void *workspace, size_t workspaceSize, unsigned flags)
{
  VnnSoftmaxArgs args;
  Split s;
  if (axis < 0) axis += xDesc->ndim;
  VNN_CHECK(axis >= 0 && axis < xDesc->ndim);
  VNN_CHECK(vnniSameShape(xDesc, yDesc));
  if (workspaceSize < vnnSoftmaxWorkspaceSize(ctx, xDesc, axis)) return VNN_ERR_PARAM;
  s = splitAt(xDesc, axis);
  args.x = vnnrtDeviceAddr(x);
  args.y = vnnrtDeviceAddr(y);
  args.workspace = workspace ? vnnrtDeviceAddr(workspace) : 0;
  args.outer = s.outer;
  args.extent = s.extent;
  args.inner = s.inner;
  args.dtype = vnniDtypeCode(xDesc->dtype);
#if VNN_ARCH >= 30
  VNN_TRY(vnnrtLaunch(ctx, VNN_KERNEL_SOFTMAX_FUSED, &args, sizeof(args)));
#else
  VNN_TRY(vnnrtLaunch(ctx, VNN_KERNEL_SOFTMAX, &args, sizeof(args)));
#endif
  return vnniFinish(ctx, flags);
}
