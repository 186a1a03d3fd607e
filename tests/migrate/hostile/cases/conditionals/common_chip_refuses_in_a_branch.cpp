// wall: 3
// what: one chip only refuses in a branch and works elsewhere
// expect: convert
// flags: -std=c++17
#include "sgdnn_api.h"
tpu_status_t sgdnnR10 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  if ( mode > 2 )
  {
#if defined BACKEND_1684X
    SGDNN_CHECK ( false );
#else
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k_p2", &api, sizeof ( api ), non_blocking ) );
#endif
  }
  else
  {
    
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_p1", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_p1_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  }
  return SG_SUCCESS;
}
