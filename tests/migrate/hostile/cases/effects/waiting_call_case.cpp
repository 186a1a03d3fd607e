// wall: 4
// what: a launch that waits in a statement, case
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnWaits ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  switch ( mode ) {
  case 0: if ( sgdnnTPUKernelLaunch ( resource, "k1", &api, sizeof ( api ), false ) ) return SG_FAILURE; break;
  case 1:
    if ( !sgdnnTPUKernelLaunch ( resource, "k1", &api, sizeof ( api ), false ) ) break;
    return SG_FAILURE;
  }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k2", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
