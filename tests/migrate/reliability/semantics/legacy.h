// The legacy library of one chip, as far as generated functions need it.
#pragma once
#include "common.h"
typedef int *tpu_resource_t;
typedef int tpu_status_t;
enum { SG_SUCCESS = 0 };
enum SgdnnDataType_t { SGDNN_DTYPE_FP32, SGDNN_DTYPE_FP16 };
struct SgdnnTensor_t { unsigned long long addr; int dim; int shape[8]; int stride[8]; SgdnnDataType_t dtype; };
#define SGDNN_CHECK(e) do { if (!(e)) throw 1; } while (false)
#define SAFE_CALL(e) do { if ((e) != SG_SUCCESS) throw 2; } while (false)
#if defined BACKEND_SG2260
inline tpu_status_t sgdnnTPUKernelLaunch(tpu_resource_t, const char *name, const void *api, size_t size, bool) { launched(name, "1", api, size); return 0; }
inline tpu_status_t sgdnnTPUKernelLaunchMultiCore(tpu_resource_t, const char *name, const void *api, size_t size, bool) { launched(name, "all", api, size); return 0; }
#else
inline tpu_status_t sgdnnTPUKernelLaunch(tpu_resource_t, const char *name, const void *api, size_t size, bool = false) { launched(name, "1", api, size); return 0; }
#endif
