// wall: 3
// what: a helper that puts a name together with a number
// expect: convert
#include <string>
#include "sgdnn_api.h"

static std::string pick ( int m )
{
  int n = m > 2 ? 2 : 4;
  return "tpu_core" + std::to_string ( n );
}
tpu_status_t sgdnnBuiltInHelperNumber ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  const std::string name = pick ( mode );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str ( ), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name.c_str ( ), &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
