// wall: 1
// what: chip macro returns
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define EARLY return SG_FAILURE
#else
#define EARLY api.mode = 8
#endif

tpu_status_t sgdnnChipMacroReturns ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if ( mode ) EARLY;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
