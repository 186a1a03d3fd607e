// wall: 4
// what: the flag for not waiting is assigned
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitFlagAssigned ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  non_blocking = false;
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_assigned", &api, sizeof ( api ), non_blocking ) );
  probe ( 1 );
  return SG_SUCCESS;
}
