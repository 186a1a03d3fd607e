// wall: 4
// what: a launch that waits behind a label, governed
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitBehindLabel ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  if ( mode > 2 ) goto last;
  probe ( 3 );
  if ( mode > 0 )
last: SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_label", &api, sizeof ( api ), false ) );
  probe ( 1 );
  return SG_SUCCESS;
}
