// wall: 3
// what: a status in an int: int_ret
// expect: convert
#include "sgdnn_api.h"

#include <string>
#include <cassert>
#include <cstdio>
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  int ret = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
  if ( ret != 0 ) return SG_FAILURE;
#elif defined BACKEND_SG2260
  int ret = sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking );
  if ( ret != 0 ) return SG_FAILURE;
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
