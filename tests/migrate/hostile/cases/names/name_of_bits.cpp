// wall: 2
// what: a helper writes a number that its callers choose into a kernel's name
// expect: convert
#include "sgdnn_api.h"
#include <string>
static std::string nameOf ( const char * base, int bits )
{
  return std::string ( base ) + "_" + std::to_string ( bits );
}

tpu_status_t sgdnnNameOfBits ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool flag, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  std::string name = nameOf ( "tpu_kernel_api_add", flag ? 16 : 32 );
  std::string other = "tpu_kernel_api_wide_" + std::to_string ( input.dim > 4 ? 8 : 4 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, other.c_str(), &api, sizeof ( api ), non_blocking ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str(), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name.c_str(), &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
