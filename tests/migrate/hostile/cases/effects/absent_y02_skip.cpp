// wall: 3
// what: absent y02 skip
// expect: convert
#include "sgdnn_api.h"

static tpu_status_t run ( tpu_resource_t resource, const sg_api_one_t & api, bool non_blocking )
{
  if ( api.other_global_addr == 0 ) return SG_SUCCESS;
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking );
#endif
}

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.dim = 5;
  api.other_global_addr = bias.addr;
  return run ( resource, api, non_blocking );
}
