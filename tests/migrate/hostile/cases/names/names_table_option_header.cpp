// wall: 3
// what: names table option header
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
#include "h.h"

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, names[mode & 1], &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, names[mode & 1], &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
//- src/h.h
#pragma once
static const char * const names[] = { "tpu_kernel_api_a",
#ifdef NOTHERE
"tpu_kernel_api_x",
#endif
 "tpu_kernel_api_b" };
