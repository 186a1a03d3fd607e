// wall: 3
// what: the name of each turn
// expect: convert
#include "sgdnn_api.h"
#include <string>
#include <map>



tpu_status_t sgdnnNameNumberInLoop ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

  int n = 1;
  for ( int i = 0; i < 2; ++i )
  {
    std::string name = "k_" + std::to_string ( n );
    api.mode = i;
#if defined BACKEND_1684X
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str ( ), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str ( ), &api, sizeof ( api ), non_blocking ) );
#endif
    n = 2;
  }

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k_last", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "k_last", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
