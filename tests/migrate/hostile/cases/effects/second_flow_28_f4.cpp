// wall: 3
// what: second flow 28 f4
// expect: either
#include "sgdnn_api.h"
struct P { SgdnnTensor_t t; };

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t other, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.dim = 0;
  api.mode = mode;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = 0;
  if ( other.addr ) probe ( 1 );

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  P p { other };
  sgdnnFreeDevice ( resource, sgdnnMemFromDevice ( p.t.addr, 256 ) );
  return SG_SUCCESS;
}
