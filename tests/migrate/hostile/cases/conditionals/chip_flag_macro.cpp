// wall: 1
// what: chip flag macro
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define WAIT true
#else
#define WAIT false
#endif

tpu_status_t sgdnnChipFlagMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), WAIT ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
