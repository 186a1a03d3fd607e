// wall: 2
// what: an operator whose extern "C" is a macro
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#define API extern "C"
API tpu_status_t sgdnnOperatorExternCMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking ) 
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}

