// wall: 3
// what: a print chooses by a status
// expect: convert
#include "sgdnn_api.h"
#include <iostream>

tpu_status_t sgdnnStatusPrintedChosen ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  tpu_status_t status = SG_SUCCESS;
#if defined BACKEND_1684X
  status = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#elif defined BACKEND_SG2260
  status = sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking );
#endif
  if ( status != SG_SUCCESS )
  {
    printf ( "failed: %s\n", status == SG_FAILURE ? "failure" : "other" );
  }
  return status;
}
