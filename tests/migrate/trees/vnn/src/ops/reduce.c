#include <string.h>
#include "vnn_internal.h"

vnnStatus vnnReduce(vnnContext *ctx, vnnReduceMode mode, const vnnTensorDesc *xDesc, const void *x, const int *axes,
                    int numAxes, const vnnTensorDesc *yDesc, void *y, unsigned flags)
{
  vnnStatus rc = VNN_OK;
  void *tmp = NULL;
  int i;
  VnnReduceArgs args;
  (void)yDesc;
  memset(&args, 0, sizeof(args));
  VNN_CHECK(numAxes > 0 && numAxes <= xDesc->ndim);
  args.ndim = xDesc->ndim;
  for (i = 0; i < xDesc->ndim; ++i) args.dims[i] = xDesc->dims[i];
  for (i = 0; i < numAxes; ++i) {
    int axis = axes[i] < 0 ? axes[i] + xDesc->ndim : axes[i];
    args.mask |= 1 << axis;
  }
  args.mode = (int)mode;
  args.dtype = vnniDtypeCode(xDesc->dtype);
  args.x = vnnrtDeviceAddr(x);
  if (!vnniContiguous(xDesc)) {
    VnnCopyArgs copy;
    VNN_GOTO(vnnrtAlloc(ctx, (size_t)vnniElements(xDesc) * vnniDtypeBytes(xDesc->dtype), &tmp));
    copy.src = vnnrtDeviceAddr(x);
    copy.dst = vnnrtDeviceAddr(tmp);
    copy.rows = xDesc->dims[0];
    copy.bytes = vnniElements(xDesc) / xDesc->dims[0] * vnniDtypeBytes(xDesc->dtype);
    copy.src_pitch = xDesc->strides[0] * vnniDtypeBytes(xDesc->dtype);
    copy.dst_pitch = copy.bytes;
    VNN_GOTO(vnnrtLaunch(ctx, VNN_KERNEL_COPY, &copy, sizeof(copy)));
    args.x = vnnrtDeviceAddr(tmp);
  }
  args.y = vnnrtDeviceAddr(y);
  VNN_GOTO(vnnrtLaunch(ctx, VNN_KERNEL_REDUCE, &args, sizeof(args)));
  rc = vnniFinish(ctx, flags);
cleanup:
  if (tmp) vnnrtFree(ctx, tmp);
  return rc;
}
