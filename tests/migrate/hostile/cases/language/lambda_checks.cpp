// wall: 2
// what: a lambda checks with the library's macro
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaChecks ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  auto f = [] ( int c ) { SGDNN_CHECK ( c < 100 ); return c; };
  api.mode = f ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
