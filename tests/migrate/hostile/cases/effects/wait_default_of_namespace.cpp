// wall: 4
// what: a namespace declares the launch function of C again with another default, and the call is outside of it
// expect: refused
//- rules.yaml
version: 1
library:
  launch:
    sgdnnRunKernel: {kernel: 1, arguments: 2, size: 3, wait: 4, cores: '1'}
//- src/run.h
#pragma once
#include "sgdnn_api.h"
extern "C" tpu_status_t sgdnnRunKernel ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking = false );
tpu_status_t sgdnnWaitAgainInner ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking = true );
//- src/case.cpp
#include "sgdnn_api.h"
#include "run.h"
namespace other { extern "C" tpu_status_t sgdnnRunKernel ( tpu_resource_t, const char *, const void *, size_t, bool = true ); }
tpu_status_t sgdnnRunKernel ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking )
{
  return sgdnnStatusOf ( event_launch ( name, 1, api, size, !non_blocking ) );
}
tpu_status_t sgdnnWaitSpace ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = mode;
  {
    SAFE_CALL ( sgdnnRunKernel ( resource, "tpu_kernel_api_again", &api, sizeof ( api ) ) );
  }
  probe ( 1 );
  return SG_SUCCESS;
}
