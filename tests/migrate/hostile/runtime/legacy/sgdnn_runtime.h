/* The runtimes of three chips under common names, as a legacy tree has them; what is asked of them is recorded. */
#ifndef SGDNN_RUNTIME_H
#define SGDNN_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "events.h"

#if defined BACKEND_SG2260 || defined BACKEND_SG2044
typedef enum { tpuRtSuccess = 0, tpuRtErrFailure = 2, tpuRtErrNomem = 5 } tpuRtStatus_t;
typedef struct tpuRtStream * tpuRtStream_t;
typedef tpuRtStream_t tpu_resource_t;
typedef tpuRtStatus_t tpu_status_t;
typedef void * tpu_device_mem_t;
#define SG_SUCCESS tpuRtSuccess
#define SG_FAILURE tpuRtErrFailure
#else
typedef enum { BM_SUCCESS = 0, BM_ERR_FAILURE = 2, BM_ERR_NOMEM = 5 } bm_status_t;
typedef struct bm_context * bm_handle_t;
typedef struct bm_mem_desc
{
  union { struct { unsigned long device_addr; unsigned int reserved; } device; } u;
  unsigned int size;
}
bm_device_mem_t;
typedef bm_handle_t tpu_resource_t;
typedef bm_status_t tpu_status_t;
typedef bm_device_mem_t tpu_device_mem_t;
#define SG_SUCCESS BM_SUCCESS
#define SG_FAILURE BM_ERR_FAILURE
#endif

#define SGDNN_CHECK(expression) \
do \
{ \
  if ( !( expression ) ) \
  { \
    ( void ) #expression; /* a check says what failed */ \
    throw 1; \
  } \
} \
while ( false )

#define SAFE_CALL(call) \
do \
{ \
  if ( ( call ) != SG_SUCCESS ) \
  { \
    ( void ) #call; \
    throw 2; \
  } \
} \
while ( false )

static inline tpu_status_t sgdnnStatusOf ( int failed )
{
  return failed ? SG_FAILURE : SG_SUCCESS;
}

static inline tpu_status_t sgdnnMallocDeviceByte ( tpu_resource_t resource, tpu_device_mem_t * mem, unsigned long long size )
{
  unsigned long long address = event_malloc ( size );
#if defined BACKEND_SG2260 || defined BACKEND_SG2044
  *mem = ( void * ) address;
#else
  mem->u.device.device_addr = address;
  mem->u.device.reserved = 0;
  mem->size = size;
#endif
  return sgdnnStatusOf ( address == 0 );
}

static inline unsigned long long sgdnnGetDeviceAddr ( tpu_device_mem_t mem )
{
#if defined BACKEND_SG2260 || defined BACKEND_SG2044
  return ( unsigned long long ) mem;
#else
  return mem.u.device.device_addr;
#endif
}

static inline void sgdnnFreeDevice ( tpu_resource_t resource, tpu_device_mem_t mem )
{
  event_free ( sgdnnGetDeviceAddr ( mem ) );
}

static inline tpu_device_mem_t sgdnnMemFromDevice ( unsigned long long addr, unsigned long long size )
{
#if defined BACKEND_SG2260 || defined BACKEND_SG2044
  return ( void * ) addr;
#else
  bm_device_mem_t mem;
  mem.u.device.device_addr = addr;
  mem.u.device.reserved = 0;
  mem.size = size;
  return mem;
#endif
}

static inline tpu_status_t sgdnnMemcpyD2S ( tpu_resource_t resource, void * dst, tpu_device_mem_t src, unsigned long long size )
{
  return sgdnnStatusOf ( event_read ( dst, sgdnnGetDeviceAddr ( src ), size ) );
}

static inline tpu_status_t sgdnnMemcpyS2D ( tpu_resource_t resource, tpu_device_mem_t dst, void * src, unsigned long long size )
{
  return sgdnnStatusOf ( event_write ( sgdnnGetDeviceAddr ( dst ), src, size ) );
}

static inline tpu_status_t sgdnnMemcpyD2D ( tpu_resource_t resource, tpu_device_mem_t dst, unsigned long long dst_offset,
                                            tpu_device_mem_t src, unsigned long long src_offset, unsigned long long size )
{
  return sgdnnStatusOf ( event_copy ( sgdnnGetDeviceAddr ( dst ) + dst_offset, sgdnnGetDeviceAddr ( src ) + src_offset, size ) );
}

#endif
