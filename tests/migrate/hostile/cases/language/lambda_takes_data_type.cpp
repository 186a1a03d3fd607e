// wall: 2
// what: a lambda takes a data type as a number
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaTakesDataType ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  auto f = [] ( int c ) { return c * 2; };
  api.mode = f ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
