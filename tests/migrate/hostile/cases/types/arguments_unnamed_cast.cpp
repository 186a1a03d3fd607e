// wall: 3
// what: a data type is cast, and no header of argument structs is named
// expect: refused
//- project.yaml
library: {arguments: []}
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnPlainNoArgWrong ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.dtype = ( int ) input.dtype;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_fields", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
