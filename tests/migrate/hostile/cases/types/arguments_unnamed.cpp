// wall: 3
// what: no header of argument structs is named; the library is not built with them, so the launch is refused
// expect: refused
//- project.yaml
library: {arguments: []}
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnPlainNoArg ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_fields", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
