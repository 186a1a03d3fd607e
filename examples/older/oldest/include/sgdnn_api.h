#pragma once

#include <assert.h>
#include <stddef.h>

#include "bmlib_runtime.h"
#include "sg_api_struct.h"

bm_status_t tpu_run ( bm_handle_t handle, const char * name, const void * api, size_t size );

bm_status_t sgdnn_scale ( bm_handle_t handle, bm_device_mem_t input, bm_device_mem_t output, int length, float scale );
bm_status_t sgdnn_batchnorm_forward ( bm_handle_t handle, bm_device_mem_t input, bm_device_mem_t output, int n, int c, int h, int w );
bm_status_t sgdnn_scale_all ( bm_handle_t handle, bm_device_mem_t * tensors, int count, int length, float scale );
