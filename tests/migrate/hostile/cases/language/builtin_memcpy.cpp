// wall: 3
// what: an address is copied by the compiler's memcpy
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnBuiltinMemcpy ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  __builtin_memcpy ( &api.other_global_addr, &input.addr, 8 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_builtin_memcpy", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
