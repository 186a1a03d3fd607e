// wall: 2
// what: an operator with extern "C" on the line above
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"

extern "C"
tpu_status_t sgdnnOperatorExternCAbove ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking ) 
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}

