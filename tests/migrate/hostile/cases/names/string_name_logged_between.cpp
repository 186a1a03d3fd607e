// wall: 3
// what: a name that is printed before and after it is set
// expect: convert
#include <string>
#include "sgdnn_api.h"


tpu_status_t sgdnnStringNameLoggedBetween ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  std::string name = "tpu_kernel_api_a";
  printf ( "launch %s\n", name.c_str ( ) );
  if ( mode > 2 ) name = "tpu_kernel_api_b";
  printf ( "launch %s\n", name.c_str ( ) );
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
