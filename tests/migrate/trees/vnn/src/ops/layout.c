#include "vnn_internal.h"

vnnStatus vnnConcat(vnnContext *ctx, const vnnTensorDesc *const *xDescs, const void *const *xs, int count, int axis,
                    const vnnTensorDesc *yDesc, void *y, unsigned flags)
{
  int offset = 0;
  int rows = 1, inner = vnniDtypeBytes(yDesc->dtype);
  VNN_CHECK(count > 0);
  VNN_CHECK(axis >= 0 && axis < yDesc->ndim);
  for (int i = 0; i < axis; ++i) rows *= yDesc->dims[i];
  for (int i = axis + 1; i < yDesc->ndim; ++i) inner *= yDesc->dims[i];
  for (int i = 0; i < count; ++i) {
    VnnCopyArgs args;
    args.src = vnnrtDeviceAddr(xs[i]);
    args.dst = vnnrtDeviceAddr(y) + (uint64_t)offset * inner;
    args.rows = rows;
    args.bytes = xDescs[i]->dims[axis] * inner;
    args.src_pitch = args.bytes;
    args.dst_pitch = yDesc->dims[axis] * inner;
    VNN_TRY(vnnrtLaunch(ctx, VNN_KERNEL_COPY, &args, sizeof(args)));
    offset += xDescs[i]->dims[axis];
  }
  return vnniFinish(ctx, flags);
}

vnnStatus vnnFill(vnnContext *ctx, const vnnTensorDesc *yDesc, void *y, double value, unsigned flags)
{
  union {
    float f;
    int32_t i;
    uint32_t u;
  } bits;
  VnnFillArgs args;
  bits.u = 0;
  switch (yDesc->dtype) {
  case VNN_F32: bits.f = (float)value; break;
  case VNN_I32: bits.i = (int32_t)value; break;
  case VNN_I8:
  case VNN_U8: bits.u = (uint8_t)(int)value; break;
  default: return VNN_ERR_UNSUPPORTED;
  }
  args.y = vnnrtDeviceAddr(y);
  args.count = vnniElements(yDesc);
  args.pattern = bits.u;
  args.size = vnniDtypeBytes(yDesc->dtype);
  VNN_TRY(vnnrtLaunch(ctx, VNN_KERNEL_FILL, &args, sizeof(args)));
  return vnniFinish(ctx, flags);
}

vnnStatus vnnGather(vnnContext *ctx, const vnnTensorDesc *xDesc, const void *x, const vnnTensorDesc *iDesc,
                    const void *index, int axis, const vnnTensorDesc *yDesc, void *y, unsigned flags)
{
  VnnGatherArgs args = {0};
  VNN_CHECK(iDesc->dtype == VNN_I32);
  VNN_CHECK(yDesc->dtype == xDesc->dtype);
  args.x = vnnrtDeviceAddr(x);
  args.index = vnnrtDeviceAddr(index);
  args.y = vnnrtDeviceAddr(y);
  args.outer = args.inner = 1;
  for (int i = 0; i < axis; ++i) args.outer *= xDesc->dims[i];
  args.extent = xDesc->dims[axis];
  for (int i = axis + 1; i < xDesc->ndim; ++i) args.inner *= xDesc->dims[i];
  args.count = vnniElements(iDesc);
  args.dtype = vnniDtypeCode(xDesc->dtype);
  return vnnrtLaunch(ctx, VNN_KERNEL_GATHER, &args, sizeof(args)) == VNN_OK ? vnniFinish(ctx, flags) : VNN_ERR_DEVICE;
}
