// wall: 2
// what: a pragma of the file names a level of optimisation
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#pragma GCC optimize ( "O3", "O2" )
tpu_status_t sgdnnPragmaLevels ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = 3;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
