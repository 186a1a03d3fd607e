// wall: 1
// what: an option of the build: int status compared
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnF ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  probe ( 1 );
#if defined BACKEND_1684X
  int ret = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_f", &api, sizeof ( api ) );
#else
  int ret = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_f", &api, sizeof ( api ), non_blocking );
#endif
#ifdef DEBUG
  if ( ret == 2 ) probe ( 5 );
#endif
  SAFE_CALL ( ret );
  return SG_SUCCESS;
}
