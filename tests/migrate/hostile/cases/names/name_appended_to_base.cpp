// wall: 2
// what: a helper appends to a string that is its base
// expect: convert
#include "sgdnn_api.h"
#include <string>
static std::string nameOf ( const std::string & base, bool half )
{
  std::string name = base;
  if ( half )
  {
    name += "_fp16";
  }
  return name;
}

tpu_status_t sgdnnNameAppendedToBase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool flag, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, nameOf ( "tpu_kernel_api_add", flag ).c_str(), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, nameOf ( "tpu_kernel_api_add", flag ).c_str(), &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
