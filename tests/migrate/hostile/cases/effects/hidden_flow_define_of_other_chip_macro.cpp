// wall: 3
// what: hidden flow define of other chip macro
// expect: either
#include "sgdnn_api.h"
#if defined BACKEND_SG2260
#define BACKEND_1684X
#endif
#if defined BACKEND_SG2260
#define UNITS 64
#define EXTRA probe ( 1 ) +
#else
#define UNITS 32
#define EXTRA
#endif
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.dim = EXTRA UNITS * 2;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#endif
  return SG_SUCCESS;
}
