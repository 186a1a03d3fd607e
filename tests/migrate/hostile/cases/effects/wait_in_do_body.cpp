// wall: 4
// what: a launch that waits is the body of a do without braces
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitInDoBody ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  int i = 0;
  do
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_do", &api, sizeof ( api ), false ) );
  while ( ++i < 3 );
  return SG_SUCCESS;
}
