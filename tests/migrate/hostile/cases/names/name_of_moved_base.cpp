// wall: 2
// what: a helper moves the pointer to the base of a kernel's name
// expect: refused
#include "sgdnn_api.h"
#include <string>
static std::string nameOf ( const char * base, bool half )
{
  base += half;
  return std::string ( base ) + "_fp32";
}

tpu_status_t sgdnnNameOfMovedBase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool flag, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  std::string name = nameOf ( "_tpu_kernel_api_add", flag );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str(), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name.c_str(), &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
