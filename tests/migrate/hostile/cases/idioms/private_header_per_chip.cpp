// wall: 2
// what: a helper of a header beside the source asks for the chip
// expect: convert
//- src/s.h
#pragma once
static inline int lanes ()
{
#if defined BACKEND_1684X
  return 64;
#else
  return 32;
#endif
}
//- src/case.cpp
#include "sgdnn_api.h"
#include "s.h"
tpu_status_t sgdnnPrivateHeaderPerChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = lanes ();
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
