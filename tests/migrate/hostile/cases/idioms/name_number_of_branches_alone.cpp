// wall: 3
// what: a number that branches choose, also printed and computed with
// expect: convert
#include "sgdnn_api.h"
#include <string>
#include <map>



tpu_status_t sgdnnNameNumberOfBranchesAlone ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
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
  std::string name = "k_" + std::to_string ( n ) + "d" + std::to_string ( n );
  name += "_f32";
  api.mode = n + 1;
  printf ( "%d\n", n );

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str ( ), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name.c_str ( ), &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
