// wall: 3
// what: struct in inner block
// expect: convert
// flags: -std=c++17
#include "sgdnn_api.h"
tpu_status_t sgdnnR01b ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#ifdef BACKEND_1684X
  if ( mode > 2 )
  {
    sg_api_two_t two = {};
    two.input_global_addr = input.addr;
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k_two", &two, sizeof ( two ) ) );
  }
#endif
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_fin", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_fin_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  return SG_SUCCESS;
}
