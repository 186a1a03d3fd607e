// wall: 2
// what: an operator with an attribute of C++
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"

[[gnu::noinline]] tpu_status_t sgdnnOperatorAttribute ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking ) 
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}

