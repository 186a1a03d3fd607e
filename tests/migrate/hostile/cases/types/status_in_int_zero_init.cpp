// wall: 3
// what: a status in an int: int_zero_init
// expect: convert
#include "sgdnn_api.h"

#include <string>
#include <cassert>
#include <cstdio>
static int chk ( tpu_status_t s ) { if ( s != SG_SUCCESS ) return 1; return 0; }
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  int ret = 0;
#if defined BACKEND_1684X
  ret = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
  if ( ret ) return SG_FAILURE;
#elif defined BACKEND_SG2260
  ret = sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking );
  if ( ret ) return SG_FAILURE;
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
