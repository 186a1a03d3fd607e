// wall: 2
// what: a parameter that is an array of arrays
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnParameterArray ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode [ 2 ][ 3 ], bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
api.mode = 3;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
