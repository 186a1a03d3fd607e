// wall: 3
// what: macro uses outer constant
// expect: convert
#include "sgdnn_api.h"

#define ARR lim

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  const int lim = 70;
  {
#ifdef BACKEND_1684X
  const int lim = 3;
  api.shape[1] = ARR;
#else
  const int lim = 4;
  api.shape[1] = ARR + 1;
#endif
  api.dim = lim;
  }
  api.shape[0] = ARR;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
