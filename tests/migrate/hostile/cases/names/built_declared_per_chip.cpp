// wall: 3
// what: a string that each chip declares, and a piece that both append
// expect: equal
#include "sgdnn_api.h"
#include <string>

tpu_status_t sgdnnBuiltDeclaredPerChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool flag, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  std::string name = "tpu_kernel_api_add";
#else
  std::string name = "tpu_kernel_api_add_multi";
#endif
  name += "_v2";
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str(), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name.c_str(), &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
