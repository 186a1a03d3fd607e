// wall: 1
// what: a header derives a macro from the chip's
// expect: either
//- src/paths.h
#ifdef BACKEND_SG2260
#define FAST_PATH 1
#endif
//- src/case.cpp
#include "sgdnn_api.h"
#include "paths.h"

tpu_status_t sgdnnDerivedMacroInHeader ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if FAST_PATH
  api.mode = 20;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_derived", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
