// wall: 1
// what: chip arguments macro
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define ARGS , true
#else
#define ARGS , non_blocking
#endif

tpu_status_t sgdnnChipArgumentsMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ) ARGS ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
