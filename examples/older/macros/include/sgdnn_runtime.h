#pragma once

/* The chip's runtime under common names; one chip is chosen when the library is built. */

#include <stdio.h>

#if defined SGDNN_BACKEND_2260
#include "tpuv7_rt.h"
typedef tpuRtStream_t tpu_resource_t;
typedef tpuRtStatus_t tpu_status_t;
typedef void * tpu_device_mem_t;
#define SG_SUCCESS tpuRtSuccess
#else
#include "bmlib_runtime.h"
typedef bm_handle_t tpu_resource_t;
typedef bm_status_t tpu_status_t;
typedef bm_device_mem_t tpu_device_mem_t;
#define SG_SUCCESS BM_SUCCESS
#endif

#define SGDNN_CHECK(expression) do { if ( !( expression ) ) { printf ( "check %s failed\n", #expression ); throw; } } while ( false )
#define SG_CALL(call) do { if ( ( call ) != SG_SUCCESS ) { printf ( "call %s failed\n", #call ); throw; } } while ( false )

tpu_status_t sgdnnMallocDeviceByte ( tpu_resource_t resource, tpu_device_mem_t * mem, unsigned long long size );
void sgdnnFreeDevice ( tpu_resource_t resource, tpu_device_mem_t mem );
unsigned long long sgdnnGetDeviceAddr ( tpu_device_mem_t mem );
