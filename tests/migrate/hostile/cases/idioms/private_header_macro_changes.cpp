// wall: 2
// what: a macro that a helper of a header uses is defined anew behind the include
// expect: refused
//- src/s.h
#pragma once
static inline int up ( int x ) { return x + SHIFT; }
//- src/case.cpp
#include "sgdnn_api.h"
#define SHIFT 5
#include "s.h"
#undef SHIFT
#define SHIFT 9
tpu_status_t sgdnnPrivateHeaderMacroChanges ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode ) + SHIFT;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
