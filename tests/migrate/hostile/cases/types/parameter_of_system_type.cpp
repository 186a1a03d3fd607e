// wall: 3
// what: an operator's parameter is of a type of the system
// expect: refused
#include "sgdnn_api.h"
#include <stdio.h>
tpu_status_t sgdnnParameterOfSystemType ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, FILE * v, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.mode = v ? 1 : 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
