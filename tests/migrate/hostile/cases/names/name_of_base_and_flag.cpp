// wall: 2
// what: a helper makes a kernel's name of a base that its callers give it and a flag
// expect: convert
#include "sgdnn_api.h"
#include <string>
static std::string nameOf ( const char * base, bool half )
{
  return std::string ( base ) + ( half ? "_fp16" : "_fp32" );
}

tpu_status_t sgdnnNameOfOtherBase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool flag, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  std::string name = nameOf ( "tpu_kernel_api_sub", flag );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str(), &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}

tpu_status_t sgdnnNameOfBaseAndFlag ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool flag, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  std::string name = nameOf ( "tpu_kernel_api_add", input.dtype == SGDNN_DTYPE_FP16 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str(), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name.c_str(), &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
