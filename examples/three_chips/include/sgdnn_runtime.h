#ifndef SGDNN_RUNTIME_H
#define SGDNN_RUNTIME_H

/* The runtimes of three chips under common names; one is chosen when the library is built. */

#include <stdio.h>

#if defined BACKEND_1684X
#include "bmlib_runtime.h"
typedef bm_handle_t tpu_resource_t;
typedef bm_status_t tpu_status_t;
typedef bm_device_mem_t tpu_device_mem_t;
#define SG_SUCCESS BM_SUCCESS
#elif defined BACKEND_SG2260
#include "tpuv7_rt.h"
typedef tpuRtStream_t tpu_resource_t;
typedef tpuRtStatus_t tpu_status_t;
typedef void * tpu_device_mem_t;
#define SG_SUCCESS tpuRtSuccess
#elif defined BACKEND_TC3200
#include "tcrt.h"
typedef int tpu_resource_t; /* the device */
typedef tcStatus tpu_status_t;
/* Memory is named by a 32-bit handle; only kernels take its address. */
typedef struct
{
  tcBuffer buffer;
  unsigned long long addr;
}
tpu_device_mem_t;
#define SG_SUCCESS TC_OK
#endif

/* Ends the process where the expression does not hold. */
#define SGDNN_CHECK(expression) \
do \
{ \
  if ( !( expression ) ) \
  { \
    printf ( "%s:%d: %s: check %s failed\n", __FILE__, __LINE__, __func__, #expression ); \
    throw; \
  } \
} \
while ( false )

/* Ends the process where the call does not succeed. */
#define SAFE_CALL(call) \
do \
{ \
  if ( ( call ) != SG_SUCCESS ) \
  { \
    printf ( "%s:%d: %s: call %s failed\n", __FILE__, __LINE__, __func__, #call ); \
    throw; \
  } \
} \
while ( false )

/* Allocates SIZE bytes of device memory. */
static inline tpu_status_t sgdnnMallocDeviceByte ( tpu_resource_t resource, tpu_device_mem_t * mem, unsigned long long size )
{
#if defined BACKEND_1684X
  return bm_malloc_device_byte ( resource, mem, size );
#elif defined BACKEND_SG2260
  return tpuRtMalloc ( mem, size, 0 );
#elif defined BACKEND_TC3200
  uint64_t addr = 0;
  tpu_status_t status = tcAlloc ( resource, size, &mem->buffer, &addr );
  mem->addr = addr;
  return status;
#else
  SGDNN_CHECK ( false );
#endif
}

/* Frees device memory, after everything that was launched on RESOURCE has run. */
static inline void sgdnnFreeDevice ( tpu_resource_t resource, tpu_device_mem_t mem )
{
#if defined BACKEND_1684X
  bm_free_device ( resource, mem );
#elif defined BACKEND_SG2260
  tpuRtStreamSynchronize ( resource );
  tpuRtFree ( &mem, 0 );
#elif defined BACKEND_TC3200
  tcFree ( mem.buffer );
#else
  SGDNN_CHECK ( false );
#endif
}

/* The address by which a kernel reaches device memory. */
static inline unsigned long long sgdnnGetDeviceAddr ( tpu_device_mem_t mem )
{
#if defined BACKEND_1684X
  return bm_mem_get_device_addr ( mem );
#elif defined BACKEND_SG2260
  return ( unsigned long long ) mem;
#elif defined BACKEND_TC3200
  return mem.addr;
#else
  SGDNN_CHECK ( false );
#endif
}

#endif
