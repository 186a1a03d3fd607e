// wall: 3
// what: the address goes through a local variable whose type is deduced
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnLocalAuto ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  auto where = input.addr;
  const auto & again = where;
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
  api.input_global_addr = again;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_auto", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_auto_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
