// wall: 2
// what: a header beside the source includes another one, as the source does
// expect: convert
//- src/s.h
#pragma once
#include "t.h"
static inline int up ( int x ) { return low ( x ) + 3; }
//- src/t.h
#pragma once
static inline int low ( int x ) { return x / 2; }
//- src/case.cpp
#include "sgdnn_api.h"
#include "t.h"
#include "s.h"
tpu_status_t sgdnnPrivateHeadersNested ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode ) + low ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
