// wall: 3
// what: a constant is read from the environment that the function itself sets per chip
// expect: refused
#include "sgdnn_api.h"
#include <cstdlib>
tpu_status_t sgdnnStaticOfEnvironmentThatIsSet ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

#if defined BACKEND_1684X
  setenv ( "HOSTILE_OWN", "1", 1 );
#else
  setenv ( "HOSTILE_OWN", "2", 1 );
#endif
  static const int n = atoi ( getenv ( "HOSTILE_OWN" ) );
  api.mode = n;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_static_of_environment_that_is_set", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_static_of_environment_that_is_set_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  return SG_SUCCESS;
}
