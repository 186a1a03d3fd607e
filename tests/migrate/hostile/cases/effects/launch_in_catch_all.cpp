// wall: 4
// what: everything that is thrown is caught
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnLaunchInCatchAll ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  try
  {
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_tried", &api, sizeof ( api ), non_blocking ) );
  }
  catch ( ... )
  {
    probe ( 9 );
    return SG_FAILURE;
  }
  return SG_SUCCESS;
}
