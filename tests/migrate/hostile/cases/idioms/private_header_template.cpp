// wall: 2
// what: a header beside the source has a function template
// expect: convert
//- src/s.h
#pragma once
template < class T > T up ( T x ) { return x + 3; }
//- src/case.cpp
#include "sgdnn_api.h"
#include "s.h"
tpu_status_t sgdnnPrivateHeaderTemplate ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
