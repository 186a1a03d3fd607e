// wall: 2
// what: a lambda launches
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnShapeLambdaLaunch ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  auto launch = [&] ( int m ) -> tpu_status_t {
    api.mode = m;
#if defined BACKEND_1684X
    return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) );
#elif defined BACKEND_SG2260
    return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_x_multi_core", &api, sizeof ( api ), non_blocking );
#else
    return SG_FAILURE;
#endif
  };
  SAFE_CALL ( launch ( mode ) );
  SAFE_CALL ( launch ( mode + 1 ) );
  return SG_SUCCESS;
}
