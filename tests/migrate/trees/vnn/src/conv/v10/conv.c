#include "vnn_internal.h"

static void fillParam(VnnConvArgs *args, const vnnConvParam *param)
{
  for (int i = 0; i < 2; ++i) {
    args->kernel[i] = param->kernel[i];
    args->stride[i] = param->stride[i];
    args->dilation[i] = param->dilation[i];
  }
  for (int i = 0; i < 4; ++i) args->pad[i] = param->pad[i];
  args->groups = param->groups;
}

vnnStatus vnnConv2d(vnnContext *ctx, const vnnTensorDesc *xDesc, const void *x, const vnnTensorDesc *wDesc,
                    const void *w, const void *bias, const vnnConvParam *param, const vnnTensorDesc *yDesc, void *y,
                    unsigned flags)
{
  VnnConvArgs args;
  vnnKernelId kernel = VNN_KERNEL_CONV2D;
  VNN_CHECK(xDesc->ndim == 4 && wDesc->ndim == 4 && yDesc->ndim == 4);
  VNN_CHECK(xDesc->dims[1] == wDesc->dims[1] * param->groups);
  args.x = vnnrtDeviceAddr(x);
  args.w = vnnrtDeviceAddr(w);
  args.bias = bias != NULL ? vnnrtDeviceAddr(bias) : 0;
  args.y = vnnrtDeviceAddr(y);
  args.n = xDesc->dims[0];
  args.c = xDesc->dims[1];
  args.h = xDesc->dims[2];
  args.wd = xDesc->dims[3];
  args.oc = yDesc->dims[1];
  args.oh = yDesc->dims[2];
  args.ow = yDesc->dims[3];
  args.dtype = vnniDtypeCode(xDesc->dtype);
  fillParam(&args, param);

  VNN_TRY(vnnrtLaunch(ctx, kernel, &args, sizeof(args)));
  return vnniFinish(ctx, flags);
}

vnnStatus vnnMaxPool2d(vnnContext *ctx, const vnnTensorDesc *xDesc, const void *x, const vnnConvParam *param,
                       const vnnTensorDesc *yDesc, void *y, unsigned flags)
{
  (void)ctx, (void)xDesc, (void)x, (void)param, (void)yDesc, (void)y, (void)flags;
  return VNN_ERR_UNSUPPORTED;
}
