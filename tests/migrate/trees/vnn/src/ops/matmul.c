#include "vnn_internal.h"

vnnStatus vnnMatmul(vnnContext *ctx, const vnnTensorDesc *aDesc, const void *a, int transA, const vnnTensorDesc *bDesc,
                    const void *b, int transB, const vnnTensorDesc *yDesc, void *y, unsigned flags)
{
  VnnMatmulArgs args;
  int rank = aDesc->ndim;
  VNN_CHECK(rank >= 2 && rank == bDesc->ndim && rank == yDesc->ndim);
  args.a = vnnrtDeviceAddr(a);
  args.b = vnnrtDeviceAddr(b);
  args.y = vnnrtDeviceAddr(y);
  args.m = aDesc->dims[transA ? rank - 1 : rank - 2];
  args.k = aDesc->dims[transA ? rank - 2 : rank - 1];
  args.n = bDesc->dims[transB ? rank - 2 : rank - 1];
  args.batch = 1;
  for (int i = 0; i < rank - 2; ++i) args.batch *= aDesc->dims[i];
  args.trans_a = transA;
  args.trans_b = transB;
  args.dtype = vnniDtypeCode(aDesc->dtype);
#if VNN_ARCH >= 20
  VNN_TRY(vnnrtLaunchCores(ctx, (transA || transB) ? VNN_KERNEL_MATMUL_T : VNN_KERNEL_MATMUL, &args, sizeof(args),
                           vnnrtCores(ctx)));
#else
  VNN_CHECK(!transA);
  VNN_TRY(vnnrtLaunch(ctx, VNN_KERNEL_MATMUL, &args, sizeof(args)));
#endif
  return vnniFinish(ctx, flags);
}
