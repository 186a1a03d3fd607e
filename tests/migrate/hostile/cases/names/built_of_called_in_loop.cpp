// wall: 3
// what: a piece that a helper chooses in each turn
// expect: either
#include <string>
#include "sgdnn_api.h"

static const char * suffix ( int m )
{
  probe ( m );
  return m > 2 ? "_a" : m > 1 ? "_b" : "_c";
}
tpu_status_t sgdnnBuiltOfCalledInLoop ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  std::string name = "tpu_x";
  for ( int i = 0; i < 2; ++i ) { name += suffix ( i ); }
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
