// wall: 4
// what: a macro in a body declares the launch function again with another default for the flag
// expect: refused
//- rules.yaml
version: 1
library:
  launch:
    sgdnnRunKernel: {kernel: 1, arguments: 2, size: 3, wait: 4, cores: '1'}
//- src/run.h
#pragma once
#include "sgdnn_api.h"
tpu_status_t sgdnnRunKernel ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking = true );
tpu_status_t sgdnnWaitAgainInner ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking = true );
//- src/case.cpp
#include "sgdnn_api.h"
#include "run.h"
#define AGAIN extern tpu_status_t sgdnnRunKernel ( tpu_resource_t, const char *, const void *, size_t, bool = false );
tpu_status_t sgdnnRunKernel ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking )
{
  return sgdnnStatusOf ( event_launch ( name, 1, api, size, !non_blocking ) );
}
tpu_status_t sgdnnWaitMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = mode;
  {
    AGAIN
    SAFE_CALL ( sgdnnRunKernel ( resource, "tpu_kernel_api_again", &api, sizeof ( api ) ) );
  }
  probe ( 1 );
  return SG_SUCCESS;
}
