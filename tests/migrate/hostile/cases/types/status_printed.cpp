// wall: 3
// what: a status is printed as a number
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnStatusPrinted ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  tpu_status_t status = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_printed", &api, sizeof ( api ), non_blocking );
  if ( status != SG_SUCCESS )
  {
    printf ( "launch failed: %d\n", status );
    return status;
  }
  return SG_SUCCESS;
}
