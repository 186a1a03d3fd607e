// wall: 1
// what: an option of the build: default in table
// expect: either
#include "sgdnn_api.h"
#ifndef KN0
#define KN0 "tpu_kernel_api_a"
#endif
static const char * const names [] = { KN0, "tpu_kernel_api_b" };

tpu_status_t sgdnnF ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, names [ mode & 1 ], &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, names [ mode & 1 ], &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
