// wall: 3
// what: the handle is compared with null
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnHandleCompared ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if ( resource == nullptr ) return SG_FAILURE;
  SGDNN_CHECK ( resource );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_handle_compared", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
