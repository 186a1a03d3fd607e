// wall: 3
// what: a status is compared with integers
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStatusComparedInteger ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  tpu_status_t status = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_integer", &api, sizeof ( api ), non_blocking );
  if ( status == 2 ) probe ( 2 );
  if ( status > 0 ) return status;
  return SG_SUCCESS;
}
