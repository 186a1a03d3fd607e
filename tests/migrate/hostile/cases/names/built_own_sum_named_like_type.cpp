// wall: 3
// what: an operator + for a string and a literal whose parameter is called like a type
// expect: refused
#include "sgdnn_api.h"
#include <string>

struct b { };
static inline std::string operator+ ( std::string && a, const char * b ) { return a.append ( "_own" ).append ( b ); }

tpu_status_t sgdnnBuiltOwnSumNamedLikeType ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool flag, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  std::string name = std::string ( "tpu_kernel_api_" ) + "x";
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str(), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name.c_str(), &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
