#ifndef VNN_RUNTIME_H
#define VNN_RUNTIME_H

#include "vnn_types.h"
#include "vnn_kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

vnnStatus vnnrtLaunch(vnnContext *ctx, vnnKernelId kernel, const void *args, size_t size);
#if VNN_ARCH >= 20
vnnStatus vnnrtLaunchCores(vnnContext *ctx, vnnKernelId kernel, const void *args, size_t size, int cores);
#endif
vnnStatus vnnrtSync(vnnContext *ctx);
vnnStatus vnnrtAlloc(vnnContext *ctx, size_t size, void **ptr);
void vnnrtFree(vnnContext *ctx, void *ptr);
vnnStatus vnnrtCopyToDevice(vnnContext *ctx, void *dst, const void *src, size_t size);
vnnStatus vnnrtCopyToHost(vnnContext *ctx, void *dst, const void *src, size_t size);
uint64_t vnnrtDeviceAddr(const void *ptr);
int vnnrtCores(vnnContext *ctx);
void vnnrtLog(int level, const char *format, ...);

#ifdef __cplusplus
}
#endif

#endif
