// wall: 4
// what: effects on both sides of an assignment and in subscripts
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnOrderOfEvaluation ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  int i = 0;
  int at[3] = { 0, 0, 0 };
  at[probe ( i++ )] = probe ( i++ ) + 5;
  api.dim = at[0] * 100 + at[1] * 10 + i;
  api.shape[0] = ( i += 2, i * 3 );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_order", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_order_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
