// wall: 3
// what: a status asked as a number: tern
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
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) ? SG_FAILURE : SG_SUCCESS;
#elif defined BACKEND_SG2260
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) ? SG_FAILURE : SG_SUCCESS;
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
