// wall: 2
// what: a parameter whose name is a word of C
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnParameterRestrict ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int restrict, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
api.mode = restrict;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
