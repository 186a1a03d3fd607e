// wall: 4
// what: a goto to an end of the function
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnGotoForwardPlain ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if ( mode > 2 ) goto end;
  api.dim = 3;
end:
  api.mode = 4;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_goto_forward_plain", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
