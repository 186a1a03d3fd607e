// wall: 3
// what: a lambda: copy array to function
// expect: either
// flags: -std=c++17
#include "sgdnn_api.h"
static void squeeze ( int * shape ) { shape[0] = 9; }

tpu_status_t sgdnnPlain ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int level, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  
  auto go = [=] ( ) { probe ( input.shape[0] ); };
  squeeze ( input.shape );
  go ( );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
