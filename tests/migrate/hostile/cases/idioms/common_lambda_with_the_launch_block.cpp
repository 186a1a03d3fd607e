// wall: 3
// what: lambda with the launch block
// expect: convert
// flags: -std=c++17
#include "sgdnn_api.h"
tpu_status_t sgdnnR05 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  auto run = [&] ( int pass )
  {
    api.dim = pass;
    
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_sa", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_sa_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  };
  for ( int i = 0; i < 2; ++i ) run ( i );
  return SG_SUCCESS;
}
