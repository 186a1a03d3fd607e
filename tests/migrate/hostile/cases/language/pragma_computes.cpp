// wall: 2
// what: a pragma of the file says how functions compute
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
#pragma GCC optimize ( "fast-math" )
#include <math.h>
tpu_status_t sgdnnPragmaComputes ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  volatile double z = 0;
  api.mode = isnan ( z / z );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
