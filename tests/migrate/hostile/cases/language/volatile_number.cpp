// wall: 4
// what: a volatile local
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnVolatileNumber ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  volatile int n = mode;
  n = n + 1;
  api.dim = n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_volatile_number", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
