// wall: 3
// what: ce_kn7
// expect: either
#include "sgdnn_api.h"
#include <string>
tpu_status_t sgdnnCeKn7 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  std::string name = "tpu_kernel_api_a";
  if ( mode > 1 ) name += "_big";
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name.c_str ( ), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name.c_str ( ), &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
