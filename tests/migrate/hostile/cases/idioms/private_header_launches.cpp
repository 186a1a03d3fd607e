// wall: 2
// what: a helper of a header beside the source launches
// expect: convert
//- src/s.h
#pragma once
#include "sgdnn_api.h"
static inline tpu_status_t run ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = 40 + mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_it", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
//- src/case.cpp
#include "sgdnn_api.h"
#include "s.h"
tpu_status_t sgdnnPrivateHeaderLaunches ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( run ( resource, input, output, mode ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
