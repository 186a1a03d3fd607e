#include "vnn_internal.h"

vnnStatus vnnRelu(vnnContext *ctx, const vnnTensorDesc *xDesc, const void *x, float slope, const vnnTensorDesc *yDesc,
                  void *y, unsigned flags)
{
  VNN_CHECK(vnniSameShape(xDesc, yDesc));
  VnnReluArgs args = {
      .x = vnnrtDeviceAddr(x),
      .y = vnnrtDeviceAddr(y),
      .count = vnniElements(xDesc),
      .dtype = vnniDtypeCode(xDesc->dtype),
      .slope = slope,
  };
#if VNN_ARCH < 20
  if (slope != 0.f) return VNN_ERR_UNSUPPORTED;
#endif
  VNN_RUN(ctx, VNN_KERNEL_RELU, &args, sizeof args);
  return vnniFinish(ctx, flags);
}

static vnnKernelId kernelOf(vnnUnaryMode mode)
{
  switch (mode) {
  case VNN_UNARY_EXP: return VNN_KERNEL_UNARY_EXP;
  case VNN_UNARY_LOG: return VNN_KERNEL_UNARY_LOG;
  case VNN_UNARY_SQRT: return VNN_KERNEL_UNARY_SQRT;
  default: return VNN_KERNEL_UNARY_NEG;
  }
}

vnnStatus vnnUnary(vnnContext *ctx, vnnUnaryMode mode, const vnnTensorDesc *xDesc, const void *x,
                   const vnnTensorDesc *yDesc, void *y, unsigned flags)
{
  VnnUnaryArgs args;
  VNN_CHECK(vnniSameShape(xDesc, yDesc));
  VNN_CHECK(xDesc->dtype == VNN_F32 || xDesc->dtype == VNN_F16);
  args.x = vnnrtDeviceAddr(x);
  args.y = vnnrtDeviceAddr(y);
  args.count = vnniElements(xDesc);
  args.dtype = vnniDtypeCode(xDesc->dtype);
  VNN_RUN(ctx, kernelOf(mode), &args, sizeof(args));
  return vnniFinish(ctx, flags);
}

vnnStatus vnnCast(vnnContext *ctx, const vnnTensorDesc *xDesc, const void *x, const vnnTensorDesc *yDesc, void *y,
                  unsigned flags)
{
#if VNN_ARCH == 10
  (void)ctx; (void)xDesc; (void)x; (void)yDesc; (void)y; (void)flags;
  return VNN_ERR_UNSUPPORTED;
#else
  VnnCastArgs args = {vnnrtDeviceAddr(x), vnnrtDeviceAddr(y), vnniElements(xDesc), vnniDtypeCode(xDesc->dtype),
                      vnniDtypeCode(yDesc->dtype)};
  VNN_RUN(ctx, VNN_KERNEL_CAST, &args, sizeof(args));
  return vnniFinish(ctx, flags);
#endif
}
