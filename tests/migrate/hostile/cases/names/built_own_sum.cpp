// wall: 3
// what: an operator + of the file for a string and a literal
// expect: refused
#include "sgdnn_api.h"
#include <string>

static inline std::string operator+ ( const char * b, std::string && a )
{
  return std::string ( b ).append ( "_own" ).append ( a );
}

tpu_status_t sgdnnBuiltOwnSum ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool flag, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  std::string name = "tpu_kernel_api_" + std::string ( "x" );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str(), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name.c_str(), &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
