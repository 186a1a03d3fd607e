// wall: 3
// what: the struct of a launch is cast by static_cast
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnStructAsStaticVoid ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_struct_as_static_void", static_cast<const void *> ( &api ), sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
