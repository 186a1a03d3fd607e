// wall: 4
// what: launches that wait in returns behind case labels
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitInReturnBehindCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  switch ( mode )
  {
    case 0:
      return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), false );
    default:
      api.mode = 7;
      return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), false );
  }
}
