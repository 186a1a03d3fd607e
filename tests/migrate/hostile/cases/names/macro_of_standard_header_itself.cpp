// wall: 2
// what: a macro of a header of the standard library that the source includes
// expect: convert
#include <cmath>
#include "sgdnn_api.h"

tpu_status_t sgdnnMacroOfStandardHeaderItself ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = M_PI * 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
