// wall: 3
// what: second flow 25 sh2
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t other, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.dim = 0;
  api.mode = mode;
  api.input_global_addr = 0;
  api.output_global_addr = output.addr;
  api.dtype = 0;
  if ( input.addr ) probe ( 1 );
  if ( ! other.addr ) return SG_FAILURE;
  SgdnnTensor_t t = output;
  struct W { SgdnnTensor_t other; void f ( SgdnnTensor_t & t ) { t.addr = other.addr + 64; } } w { input };
  w.f ( t );
  api.other_global_addr = t.addr;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
