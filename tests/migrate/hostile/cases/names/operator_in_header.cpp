// wall: 2
// what: an operator is defined in a header of the tree
// expect: either
//- src/inline_ops.h
#pragma once
inline tpu_status_t sgdnnInHeader ( tpu_resource_t resource, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = 3;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_header", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
//- src/case.cpp
#include "sgdnn_api.h"
#include "inline_ops.h"

tpu_status_t sgdnnCallsHeader ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  return sgdnnInHeader ( resource, output, mode, non_blocking );
}
