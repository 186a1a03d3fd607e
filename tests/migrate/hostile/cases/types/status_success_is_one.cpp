// wall: 3
// what: a tree in which another success than 0 is known: a truth value may be either
// expect: refused
//- rules.yaml
version: 1
library: {success: [MY_OK]}
//- src/own.h
#pragma once
typedef enum { MY_BAD = 0, MY_OK = 1 } my_status_t;
//- src/case.cpp
#include "sgdnn_api.h"
#include "own.h"

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  if ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) ) return SG_FAILURE;
#elif defined BACKEND_SG2260
  if ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) ) return SG_FAILURE;
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
