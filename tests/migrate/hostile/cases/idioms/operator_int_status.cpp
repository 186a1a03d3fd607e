// wall: 4
// what: an operator that keeps a status in an int and prints it
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnIntStatus ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  int ret = 0;
#if defined BACKEND_1684X
  ret = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_ints", &api, sizeof ( api ) );
#else
  ret = sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_ints_multi_core", &api, sizeof ( api ), non_blocking );
#endif
  if ( ret != 0 )
  {
    printf ( "launch failed: %d\n", ret );
    return SG_FAILURE;
  }
  return SG_SUCCESS;
}
