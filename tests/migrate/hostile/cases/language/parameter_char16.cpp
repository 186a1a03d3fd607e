// wall: 2
// what: a parameter of a type that C does not have
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnParameterChar16 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, char16_t mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
api.mode = (int) mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
