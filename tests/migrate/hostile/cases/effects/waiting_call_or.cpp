// wall: 4
// what: a launch that waits in a statement, or
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnWaits ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  if ( sgdnnTPUKernelLaunch ( resource, "k1", &api, sizeof ( api ), false ) != SG_SUCCESS || mode > 3 ) return SG_FAILURE;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k2", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
