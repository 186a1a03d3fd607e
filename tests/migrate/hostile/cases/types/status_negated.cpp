// wall: 3
// what: a negated status
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStatusNegated ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  if ( !sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_not", &api, sizeof ( api ), non_blocking ) )
  {
    probe ( 1 );
    return SG_SUCCESS;
  }
  return SG_FAILURE;
}
