// wall: 3
// what: a volatile local holds an address
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnVolatileAddress ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  volatile unsigned long long where = input.addr;
  api.other_global_addr = where;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_volatile_address", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
