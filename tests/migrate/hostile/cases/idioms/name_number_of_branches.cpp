// wall: 3
// what: a number that branches choose
// expect: either
#include "sgdnn_api.h"
#include <string>
#include <map>



tpu_status_t sgdnnNameNumberOfBranches ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

  int n = 1;
  if ( mode > 2 )
  {
    n = 2;
  }
  else if ( mode < 0 )
    n = 4;
  std::string name = "k_" + std::to_string ( n ) + "d";
  name += "_v" + std::to_string ( n );
  api.mode = n + 1;

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str ( ), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name.c_str ( ), &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
