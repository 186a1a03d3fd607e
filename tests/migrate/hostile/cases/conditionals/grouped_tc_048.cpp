// wall: 1
// what: three chips, grouped differently
// expect: either
// chips: 3
#include "sgdnn_api.h"
tpu_status_t sgdnnGrouped ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
#if defined BACKEND_1684X
  api.mode += 1;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k0_b", &api, sizeof ( api ), non_blocking ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k0_a", &api, sizeof ( api ), non_blocking ) );
#elif defined BACKEND_SG2044
#endif
  if ( mode > 1 )
  {
#if defined BACKEND_SG2260 || defined BACKEND_SG2044
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k1_a", &api, sizeof ( api ), non_blocking ) );
#elif defined BACKEND_1684X
  api.dim = 6;
#endif
  }
  if ( mode > 2 )
  {
  ;
  }
  return SG_SUCCESS;
}
