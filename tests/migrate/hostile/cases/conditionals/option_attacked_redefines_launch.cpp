// wall: 1
// what: an option of the build: redefines launch
// expect: either
#include "sgdnn_api.h"
#ifdef ALT
#define sgdnnTPUKernelLaunch sgdnnTPUKernelLaunchMultiCore
#endif

tpu_status_t sgdnnF ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_f", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_f", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
