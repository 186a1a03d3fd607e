// wall: 4
// what: a launch that waits in a statement, chip
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnWaits ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  if ( sgdnnTPUKernelLaunch ( resource, "k1", &api, sizeof ( api ), false ) ) return SG_FAILURE;
#else
  if ( sgdnnTPUKernelLaunch ( resource, "k1", &api, sizeof ( api ), false ) || mode > 2 ) return SG_FAILURE;
#endif
  return SG_SUCCESS;
}
