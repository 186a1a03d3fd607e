// wall: 2
// what: two texts are joined to a kernel's name, one of them chosen by the caller
// expect: convert
#include "sgdnn_api.h"
#include <string>
static const char kBase[] = "tpu_kernel_api_add";

static std::string join ( const std::string & left, const std::string & right )
{
  return left + "_" + right;
}

tpu_status_t sgdnnNameJoined ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool flag, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  std::string name = join ( kBase, flag ? "fp16" : "fp32" );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str(), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name.c_str(), &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
