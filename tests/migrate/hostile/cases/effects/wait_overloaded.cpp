// wall: 4
// what: a launch function has overloads with other defaults of the flag, and a declaration without names
// expect: either
//- rules.yaml
version: 1
library:
  launch:
    sgdnnRunKernel: {kernel: 1, arguments: 2, size: 3, wait: 4, cores: '1'}
    sgdnnRunNamed: {kernel: 1, arguments: 2, size: 3, wait: 4, cores: '1'}
//- src/run.h
#pragma once
#include "sgdnn_api.h"
struct Named { const char * text; Named ( const char * t ) : text ( t ) {} };
static inline tpu_status_t sgdnnRunKernel ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking = false )
{
  return sgdnnStatusOf ( event_launch ( name, 1, api, size, !non_blocking ) );
}
static inline tpu_status_t sgdnnRunKernel ( tpu_resource_t resource, Named name, const void * api, size_t size, bool non_blocking = true )
{
  return sgdnnStatusOf ( event_launch ( name.text, 1, api, size, !non_blocking ) );
}
static inline tpu_status_t sgdnnRunNamed ( tpu_resource_t, const char *, const void *, size_t, bool );
static inline tpu_status_t sgdnnRunNamed ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking = false )
{
  return sgdnnStatusOf ( event_launch ( name, 1, api, size, !non_blocking ) );
}
//- src/case.cpp
#include "sgdnn_api.h"
#include "run.h"
tpu_status_t sgdnnWaitOverloaded ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = mode;
  SAFE_CALL ( sgdnnRunKernel ( resource, "tpu_kernel_api_overloaded", &api, sizeof ( api ) ) );
  probe ( 1 );
  return SG_SUCCESS;
}
tpu_status_t sgdnnWaitUnnamed ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = mode;
  SAFE_CALL ( sgdnnRunNamed ( resource, "tpu_kernel_api_unnamed", &api, sizeof ( api ) ) );
  probe ( 1 );
  return SG_SUCCESS;
}
