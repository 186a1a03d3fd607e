// wall: 2
// what: a header is included for one chip only
// expect: refused
//- src/s.h
#pragma once
static inline int up ( int x ) { return x + 3; }
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#include "s.h"
#else
static inline int up ( int x ) { return x + 4; }
#endif
tpu_status_t sgdnnPrivateHeaderOfOneChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
