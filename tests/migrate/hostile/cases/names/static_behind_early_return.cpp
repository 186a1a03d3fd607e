// wall: 2
// what: a static that lives on (behind_early_return)
// expect: either
#include "sgdnn_api.h"
static inline int chip ( )
{
#if defined BACKEND_1684X
  return 1;
#else
  return 2;
#endif
}

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  static int v = 0;
  api.mode = v;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  if ( chip ( ) == 1 ) return SG_SUCCESS;
  v = 5;

  return SG_SUCCESS;
}
