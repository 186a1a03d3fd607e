// wall: 2
// what: a helper launches under a base and a suffix
// expect: convert
#include "sgdnn_api.h"
#include <string>
static tpu_status_t run ( tpu_resource_t resource, const char * base, bool half, const sg_api_one_t & api, bool non_blocking )
{
  std::string name = std::string ( base ) + ( half ? "_fp16" : "_fp32" );
  return sgdnnTPUKernelLaunch ( resource, name.c_str(), &api, sizeof ( api ), non_blocking );
}

static tpu_status_t runNamed ( tpu_resource_t resource, const std::string & name, const sg_api_one_t & api, bool non_blocking )
{
  return sgdnnTPUKernelLaunch ( resource, name.c_str(), &api, sizeof ( api ), non_blocking );
}

tpu_status_t sgdnnNameLaunchedWithSuffix ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool flag, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( run ( resource, "tpu_kernel_api_pre", flag, api, non_blocking ) );
  SAFE_CALL ( runNamed ( resource, "tpu_kernel_api_named", api, non_blocking ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_name_launched_with_suffix", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_name_launched_with_suffix_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
