// wall: 2
// what: what another argument of a helper does decides over a piece of a kernel's name
// expect: refused
#include "sgdnn_api.h"
#include <string>
static std::string nameOf ( const char * base, int n )
{
  return std::string ( base ) + ( n > 1 ? "_fp16" : "_fp32" );
}

tpu_status_t sgdnnNameArgumentEffects ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool flag, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  int n = mode;
  std::string name = nameOf ( n > 2 ? "tpu_kernel_api_add" : "tpu_kernel_api_sub", n = 2 );
  api.dim = n;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str(), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name.c_str(), &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
