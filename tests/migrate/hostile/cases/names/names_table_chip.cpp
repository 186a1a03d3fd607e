// wall: 3
// what: names table chip
// expect: convert
#include "sgdnn_api.h"

static const char * const names[] = { "tpu_kernel_api_a",
#ifdef BACKEND_1684X
 "tpu_kernel_api_b",
#endif
 "tpu_kernel_api_c", "tpu_kernel_api_a" };

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  SGDNN_CHECK ( mode >= 0 && mode < 3 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, names[mode], &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, names[mode], &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
