// wall: 2
// what: helpers of a header beside the source
// expect: convert
//- src/s.h
#pragma once
static inline int up ( int x ) { return x + 3; }
static inline int down ( int x ) { return x - 3; }
//- src/case.cpp
#include "sgdnn_api.h"
#include "s.h"
tpu_status_t sgdnnPrivateHeader ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
