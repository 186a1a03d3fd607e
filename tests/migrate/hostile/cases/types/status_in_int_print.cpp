// wall: 3
// what: a status in an int that is used as a number: int_print
// expect: either
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
#if defined BACKEND_1684X
  int ret = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) );
  printf ( "%d", ret );

#elif defined BACKEND_SG2260
  int ret = sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking );
  printf ( "%d", ret );

#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
