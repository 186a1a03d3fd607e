// wall: 1
// what: a header that is included twice defines a macro otherwise the second time
// expect: refused
//- src/once.h
#ifndef ONCE
#define ONCE 1
#else
#undef ONCE
#define ONCE 2
#endif
//- src/case.cpp
#include "sgdnn_api.h"
#include "once.h"
#include "once.h"
tpu_status_t sgdnnMacroOfHeaderIncludedTwice ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = ONCE;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
