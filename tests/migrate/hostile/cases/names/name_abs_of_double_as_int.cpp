// wall: 2
// what: abs of double as int
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#include <algorithm>
tpu_status_t sgdnnNameAbsOfDoubleAsInt ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  double d = -1.5 * mode;
  api.mode = abs ( d ) * 10;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
