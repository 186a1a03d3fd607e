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
  if ( mode > 0 )
  {
#if defined BACKEND_SG2044
  SGDNN_CHECK ( false );
#elif defined BACKEND_1684X || defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k0_a", &api, sizeof ( api ), non_blocking ) );
#endif
  }
  for ( int i = 0; i < 2; ++i )
  {
#if defined BACKEND_1684X
  api.mode += 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k1_b", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  }
  return SG_SUCCESS;
}
