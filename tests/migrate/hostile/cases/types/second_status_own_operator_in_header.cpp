// wall: 3
// what: second status own operator in header
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"

#include "ops.h"

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  tpu_status_t s = sgdnnMemcpyD2D ( resource, sgdnnMemFromDevice ( output.addr, 64 ), 0, sgdnnMemFromDevice ( input.addr, 64 ), 0, 64 );
  if ( !s ) probe ( 2 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
//- src/ops.h
#pragma once
#include "sgdnn_api.h"
static inline bool operator! ( tpu_status_t s )
{
  return s == SG_FAILURE;
}
