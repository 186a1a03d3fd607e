// wall: 2
// what: a constant of a header is another one on each chip
// expect: refused
//- src/s.h
#pragma once
#if defined BACKEND_1684X
static const int kL = 64;
#else
static const int kL = 32;
#endif
//- src/case.cpp
#include "sgdnn_api.h"
#include "s.h"
tpu_status_t sgdnnPrivateHeaderConstantPerChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = kL;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
