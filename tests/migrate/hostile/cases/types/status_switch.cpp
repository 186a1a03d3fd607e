// wall: 3
// what: a switch over a status
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStatusSwitch ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  switch ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_switch", &api, sizeof ( api ), non_blocking ) )
  {
    case SG_SUCCESS: probe ( 1 ); break;
    default: probe ( 2 ); return SG_FAILURE;
  }
  return SG_SUCCESS;
}
