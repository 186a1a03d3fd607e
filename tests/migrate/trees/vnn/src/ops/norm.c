#include "vnn_internal.h"

vnnStatus vnnLayerNorm(vnnContext *ctx, const vnnTensorDesc *xDesc, const void *x, const void *gamma, const void *beta,
                       float eps, const vnnTensorDesc *yDesc, void *y, unsigned flags)
{
  VnnLayerNormArgs args;
  VNN_CHECK(vnniSameShape(xDesc, yDesc));
  VNN_CHECK(vnniContiguous(xDesc));
  args.x = vnnrtDeviceAddr(x);
  args.gamma = gamma ? vnnrtDeviceAddr(gamma) : 0;
  args.beta = beta ? vnnrtDeviceAddr(beta) : 0;
  args.y = vnnrtDeviceAddr(y);
  args.cols = xDesc->dims[xDesc->ndim - 1];
  args.rows = vnniElements(xDesc) / args.cols;
  args.eps = eps;
  args.dtype = vnniDtypeCode(xDesc->dtype);
#if VNN_ARCH >= 20
  if (args.cols * 4 <= VNN_LOCAL_BYTES) {
    VNN_TRY(vnnrtLaunchCores(ctx, VNN_KERNEL_LAYERNORM, &args, sizeof(args), vnnrtCores(ctx)));
  } else {
    VNN_RUN(ctx, VNN_KERNEL_LAYERNORM, &args, sizeof(args));
  }
#else
  VNN_RUN(ctx, VNN_KERNEL_LAYERNORM, &args, sizeof(args));
#endif
  return vnniFinish(ctx, flags);
}
