// wall: 4
// what: a launch leaves its flag to a default that is another one on each chip
// expect: either
//- rules.yaml
version: 1
library:
  launch:
    sgdnnRunKernel: {kernel: 1, arguments: 2, size: 3, wait: 4, cores: '1'}
    sgdnnRunOther: {kernel: 1, arguments: 2, size: 3, wait: 4, cores: '1'}
//- src/run.h
#pragma once
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define RUN_ASYNC true
#else
#define RUN_ASYNC false
#endif
static inline tpu_status_t sgdnnRunKernel ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking = RUN_ASYNC )
{
  return sgdnnStatusOf ( event_launch ( name, 1, api, size, !non_blocking ) );
}
#if defined BACKEND_1684X
static inline tpu_status_t sgdnnRunOther ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking = true )
#else
static inline tpu_status_t sgdnnRunOther ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking = false )
#endif
{
  return sgdnnStatusOf ( event_launch ( name, 1, api, size, !non_blocking ) );
}
//- src/case.cpp
#include "sgdnn_api.h"
#include "run.h"
tpu_status_t sgdnnWaitLeft ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = mode;
  SAFE_CALL ( sgdnnRunKernel ( resource, "tpu_kernel_api_left", &api, sizeof ( api ) ) );
  probe ( 1 );
  return SG_SUCCESS;
}
tpu_status_t sgdnnWaitOther ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = mode;
  SAFE_CALL ( sgdnnRunOther ( resource, "tpu_kernel_api_other", &api, sizeof ( api ) ) );
  probe ( 1 );
  return SG_SUCCESS;
}
