// wall: 4
// what: a declaration among others in a body gives an operator another default for the flag for not waiting
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
tpu_status_t sgdnnWaitAgainInner ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking = true );
//- src/case.cpp
#include "sgdnn_api.h"
#include "run.h"
tpu_status_t sgdnnRunKernel ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking )
{
  return sgdnnStatusOf ( event_launch ( name, 1, api, size, !non_blocking ) );
}
tpu_status_t sgdnnWaitAgainInner ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  SAFE_CALL ( sgdnnRunKernel ( resource, "tpu_kernel_api_again_inner", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnWaitAgainOuter ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  int count = mode, sgdnnOther ( int ); tpu_status_t ( sgdnnWaitAgainInner ) ( tpu_resource_t, SgdnnTensor_t, bool = false ), another ( int );
  SAFE_CALL ( sgdnnWaitAgainInner ( resource, input ) );
  probe ( count );
  return SG_SUCCESS;
}
