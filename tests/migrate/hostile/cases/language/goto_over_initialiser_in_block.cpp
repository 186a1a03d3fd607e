// wall: 4
// what: a goto over a block with declarations
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnGotoOverInitialiserInBlock ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if ( mode > 2 ) goto end;
  {
    int n = mode;
    api.dim = n;
  }
end:
  api.mode = 4;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_goto_over_initialiser_in_block", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
