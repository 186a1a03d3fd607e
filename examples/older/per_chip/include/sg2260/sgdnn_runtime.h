#pragma once

#include <stdio.h>

#include "tpuv7_rt.h"

typedef tpuRtStream_t tpu_resource_t;
typedef tpuRtStatus_t tpu_status_t;
typedef void * tpu_device_mem_t;
#define SG_SUCCESS tpuRtSuccess

#define SGDNN_CHECK(expression) do { if ( !( expression ) ) { printf ( "check %s failed\n", #expression ); throw; } } while ( false )
#define SAFE_CALL(call) do { if ( ( call ) != SG_SUCCESS ) { printf ( "call %s failed\n", #call ); throw; } } while ( false )

tpu_status_t sgdnnMallocDeviceByte ( tpu_resource_t resource, tpu_device_mem_t * mem, unsigned long long size );
void sgdnnFreeDevice ( tpu_resource_t resource, tpu_device_mem_t mem );
unsigned long long sgdnnGetDeviceAddr ( tpu_device_mem_t mem );
