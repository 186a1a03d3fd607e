// wall: 4
// what: a launch leaves its flag to a default of true that all chips' declarations have
// expect: convert
//- rules.yaml
version: 1
library:
  launch:
    sgdnnRunKernel: {kernel: 1, arguments: 2, size: 3, wait: 4, cores: '1'}
//- src/run.h
#pragma once
#include "sgdnn_api.h"
static inline tpu_status_t sgdnnRunKernel ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking = true )
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
tpu_status_t sgdnnWaitWritten ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = mode;
  SAFE_CALL ( sgdnnRunKernel ( resource, "tpu_kernel_api_written", &api, sizeof ( api ), false ) );
  probe ( 1 );
  return SG_SUCCESS;
}
