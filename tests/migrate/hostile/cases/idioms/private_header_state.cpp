// wall: 2
// what: a helper of a header beside the source keeps a state
// expect: refused
//- src/s.h
#pragma once
static inline int next () { static int n = 0; return ++n; }
//- src/case.cpp
#include "sgdnn_api.h"
#include "s.h"
tpu_status_t sgdnnPrivateHeaderState ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = next ();
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
