#include "vnn_internal.h"

size_t vnnAddWorkspaceSize(vnnContext *ctx, const vnnTensorDesc *aDesc, const vnnTensorDesc *bDesc)
{
  (void)ctx;
  return vnniSameShape(aDesc, bDesc) ? 0 : (size_t)vnniElements(aDesc) * vnniDtypeBytes(aDesc->dtype);
}

vnnStatus vnnAdd(vnnContext *ctx, const vnnTensorDesc *aDesc, const void *a, const vnnTensorDesc *bDesc,
                 const void *b, float alpha, const vnnTensorDesc *yDesc, void *y, unsigned flags)
{
  VnnBinaryArgs args;
  VNN_CHECK(aDesc->dtype == bDesc->dtype && aDesc->dtype == yDesc->dtype);
  VNN_CHECK(vnniContiguous(aDesc) && vnniContiguous(bDesc) && vnniContiguous(yDesc));
  args.a = vnnrtDeviceAddr(a);
  args.b = vnnrtDeviceAddr(b);
  args.y = vnnrtDeviceAddr(y);
  args.alpha = alpha;
  args.count = vnniElements(yDesc);
  args.dtype = vnniDtypeCode(aDesc->dtype);
  args.broadcast = !vnniSameShape(aDesc, bDesc);
#if VNN_ARCH >= 20
  VNN_TRY(vnnrtLaunchCores(ctx, VNN_KERNEL_BINARY, &args, sizeof(args), vnnrtCores(ctx)));
#else
  VNN_TRY(vnnrtLaunch(ctx, VNN_KERNEL_BINARY, &args, sizeof(args)));
#endif
  return vnniFinish(ctx, flags);
}
