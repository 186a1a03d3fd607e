// wall: 4
// what: checks with effects between launches
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnOrderOfChecks ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  SGDNN_CHECK ( probe ( mode ) != 7 );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_order", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_order_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  SGDNN_CHECK ( probe ( 3 ) == 3 );
  return SG_SUCCESS;
}
