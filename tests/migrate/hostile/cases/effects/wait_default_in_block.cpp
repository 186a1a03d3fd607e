// wall: 4
// what: a declaration within the body gives the flag another default; an operator's default is another one on each chip
// expect: either
//- rules.yaml
version: 1
library:
  launch:
    sgdnnRunKernel: {kernel: 1, arguments: 2, size: 3, wait: 4, cores: '1'}
//- src/run.h
#pragma once
#include "sgdnn_api.h"
tpu_status_t sgdnnRunKernel ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking = true );
#if defined BACKEND_1684X
tpu_status_t sgdnnWaitInner ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking = false );
#else
tpu_status_t sgdnnWaitInner ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking = true );
#endif
#if defined BACKEND_1684X
tpu_status_t sgdnnWaitInward ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking = true );
#else
tpu_status_t sgdnnWaitInward ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking = false );
#endif
//- src/case.cpp
#include "sgdnn_api.h"
#include "run.h"
tpu_status_t sgdnnRunKernel ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking )
{
  return sgdnnStatusOf ( event_launch ( name, 1, api, size, !non_blocking ) );
}
tpu_status_t sgdnnWaitInner ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  SAFE_CALL ( sgdnnRunKernel ( resource, "tpu_kernel_api_inner", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnWaitInward ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  SAFE_CALL ( sgdnnRunKernel ( resource, "tpu_kernel_api_inward", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnWaitBlock ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_status_t sgdnnRunKernel ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking = false );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = mode;
  SAFE_CALL ( sgdnnRunKernel ( resource, "tpu_kernel_api_block", &api, sizeof ( api ) ) );
  probe ( 1 );
  return SG_SUCCESS;
}
tpu_status_t sgdnnWaitOuter ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SAFE_CALL ( sgdnnWaitInner ( resource, input ) );
  probe ( 1 );
  return SG_SUCCESS;
}
tpu_status_t sgdnnWaitOutward ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SAFE_CALL ( sgdnnWaitInward ( resource, input ) );
  probe ( 1 );
  return SG_SUCCESS;
}
