#ifndef SGDNN_RUNTIME_H
#define SGDNN_RUNTIME_H

/*
 * The chip's runtime under common names. One chip is chosen when the library is built: BACKEND_1684X uses bmlib,
 * BACKEND_SG2260 uses the tpuv7 runtime. All sizes and offsets are bytes, all addresses are device addresses.
 */

#include <stdio.h>

#if defined BACKEND_SG2260
#include "tpuv7_rt.h"
#else
#include "bmlib_runtime.h"
#endif

#if defined BACKEND_SG2260
typedef tpuRtStream_t tpu_resource_t;
typedef tpuRtStatus_t tpu_status_t;
typedef void * tpu_device_mem_t;
#define SG_SUCCESS tpuRtSuccess
#else
typedef bm_handle_t tpu_resource_t;
typedef bm_status_t tpu_status_t;
typedef bm_device_mem_t tpu_device_mem_t;
#define SG_SUCCESS BM_SUCCESS
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

/* COUNT receives the number of devices of this chip. */
static inline tpu_status_t sgdnnGetDeviceCount ( int * count )
{
#if defined BACKEND_1684X
  return bm_dev_getcount ( count );
#elif defined BACKEND_SG2260
  return tpuRtGetDeviceCount ( count );
#else
  SGDNN_CHECK ( false );
#endif
}

/* Allocates SIZE bytes of device memory. */
static inline tpu_status_t sgdnnMallocDeviceByte ( tpu_resource_t resource, tpu_device_mem_t * mem, unsigned long long size )
{
#if defined BACKEND_1684X
  return bm_malloc_device_byte ( resource, mem, size );
#elif defined BACKEND_SG2260
  return tpuRtMalloc ( mem, size, 0 );
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
#else
  SGDNN_CHECK ( false );
#endif
}

/* The memory object of SIZE bytes at a device address; it must not be freed. */
static inline tpu_device_mem_t sgdnnMemFromDevice ( unsigned long long addr, unsigned long long size )
{
#if defined BACKEND_1684X
  return bm_mem_from_device ( addr, size );
#elif defined BACKEND_SG2260
  return ( void * ) addr;
#else
  SGDNN_CHECK ( false );
#endif
}

/* Device to host. BACKEND_SG2260 returns before the bytes have arrived: sgdnnStreamSynchronize waits for them. */
static inline tpu_status_t sgdnnMemcpyD2S ( tpu_resource_t resource, void * dst, tpu_device_mem_t src, unsigned long long size )
{
#if defined BACKEND_1684X
  return bm_memcpy_d2s ( resource, dst, src );
#elif defined BACKEND_SG2260
  return tpuRtMemcpyD2SAsync ( dst, src, size, resource );
#else
  SGDNN_CHECK ( false );
#endif
}

/* Host to device. BACKEND_SG2260 returns before the bytes have been read. */
static inline tpu_status_t sgdnnMemcpyS2D ( tpu_resource_t resource, tpu_device_mem_t dst, void * src, unsigned long long size )
{
#if defined BACKEND_1684X
  return bm_memcpy_s2d ( resource, dst, src );
#elif defined BACKEND_SG2260
  return tpuRtMemcpyS2DAsync ( dst, src, size, resource );
#else
  SGDNN_CHECK ( false );
#endif
}

/* Device to device; BACKEND_SG2260 takes no offsets. */
static inline tpu_status_t sgdnnMemcpyD2D ( tpu_resource_t resource, tpu_device_mem_t dst, unsigned long long dst_offset,
                                            tpu_device_mem_t src, unsigned long long src_offset, unsigned long long size )
{
#if defined BACKEND_1684X
  return bm_memcpy_d2d_byte ( resource, dst, dst_offset, src, src_offset, size );
#elif defined BACKEND_SG2260
  SGDNN_CHECK ( dst_offset == 0 && src_offset == 0 );
  return tpuRtMemcpyD2DAsync ( dst, src, size, resource );
#else
  SGDNN_CHECK ( false );
#endif
}

/* Waits for everything that was launched or copied on RESOURCE. */
static inline tpu_status_t sgdnnStreamSynchronize ( tpu_resource_t resource )
{
#if defined BACKEND_1684X
  return bm_thread_sync ( resource );
#elif defined BACKEND_SG2260
  return tpuRtStreamSynchronize ( resource );
#else
  SGDNN_CHECK ( false );
#endif
}

#endif
