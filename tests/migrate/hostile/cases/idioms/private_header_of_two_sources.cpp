// wall: 2
// what: two sources share a header beside them
// expect: convert
//- src/s.h
#pragma once
static inline int up ( int x ) { return x + 3; }
//- src/b.cpp
#include "sgdnn_api.h"
#include "s.h"
tpu_status_t sgdnnOtherOne ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = input.addr;
  api.mode = up ( 4 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_oo", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}

//- src/case.cpp
#include "sgdnn_api.h"
#include "s.h"
tpu_status_t sgdnnPrivateHeaderOfTwoSources ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
