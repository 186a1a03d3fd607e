// The legacy idiom as far as the cases need it.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#if defined BACKEND_SG2260
typedef void *tpu_resource_t;
typedef int tpu_status_t;
typedef void *tpu_device_mem_t;
#else
struct bm_handle;
typedef bm_handle *tpu_resource_t;
typedef int tpu_status_t;
struct bm_device_mem_t { union { struct { unsigned long long device_addr; } device; } u; unsigned size; };
typedef bm_device_mem_t tpu_device_mem_t;
#endif
#define SG_SUCCESS 0
#define SGDNN_CHECK(e) do { if (!(e)) { printf("%s\n", #e); throw; } } while (false)
#define SAFE_CALL(e) do { if ((e) != SG_SUCCESS) { throw; } } while (false)
enum SgdnnDataType_t { SGDNN_DTYPE_FP32, SGDNN_DTYPE_FP16, SGDNN_DTYPE_BF16, SGDNN_DTYPE_INT32, SGDNN_DTYPE_INT64 };
struct SgdnnTensor_t { unsigned long long addr; int dim; int shape[8]; int stride[8]; SgdnnDataType_t dtype; };
struct sg_api_one_t { unsigned long long input_global_addr, other_global_addr, output_global_addr, buffer_global_addr; int dim, dtype, mode; float value; unsigned long long list_global_addr[8]; };
struct sg_api_two_t { unsigned long long input_global_addr, output_global_addr; int transposed; };
tpu_status_t sgdnnPoolMalloc(tpu_resource_t r, void **mem, unsigned long long size);
void sgdnnPoolFree(tpu_resource_t r, void *mem);
tpu_status_t sgdnnRun(tpu_resource_t r, const void *api, size_t size, const char *name, bool non_blocking);
extern "C" void abort() noexcept;
bool sgdnnIsSameShape(const SgdnnTensor_t *a, const SgdnnTensor_t *b);
bool sgdnnIsTensorContiguous(const SgdnnTensor_t *a);
size_t sgdnnTensorBytes(const SgdnnTensor_t *a);
int sgdnnTPUKernelDType(SgdnnDataType_t dtype);
tpu_status_t sgdnnMallocDeviceByte(tpu_resource_t r, tpu_device_mem_t *mem, unsigned long long size);
void sgdnnFreeDevice(tpu_resource_t r, tpu_device_mem_t mem);
unsigned long long sgdnnGetDeviceAddr(tpu_device_mem_t mem);
tpu_device_mem_t sgdnnMemFromDevice(unsigned long long addr, unsigned long long size);
tpu_status_t sgdnnMemcpyD2S(tpu_resource_t r, void *dst, tpu_device_mem_t src, unsigned long long size);
#if defined BACKEND_SG2260
tpu_status_t sgdnnTPUKernelLaunch(tpu_resource_t r, const char *name, const void *api, size_t size, bool non_blocking);
tpu_status_t sgdnnTPUKernelLaunchMultiCore(tpu_resource_t r, const char *name, const void *api, size_t size, bool non_blocking);
#else
tpu_status_t sgdnnTPUKernelLaunch(tpu_resource_t r, const char *name, const void *api, size_t size, bool non_blocking = false);
#endif
enum class Code { Fine, Wrong };
struct FieldBlock { unsigned long long base; int rank; int extent[8]; };
struct FieldOther { int rank; };
