// wall: 3
// what: second flow 31 refh2
// expect: either
#include "sgdnn_api.h"
static void step ( SgdnnTensor_t & t, const SgdnnTensor_t & a, SgdnnTensor_t & b, const SgdnnTensor_t & z )
{
  if ( ! a.addr ) return;
  b = z;
  t.addr = a.addr + 64;
}

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t other, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.dim = 0;
  api.mode = mode;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = 0;
  if ( other.addr ) probe ( 1 );
  SGDNN_CHECK ( input.addr );
  SgdnnTensor_t t = input, k = input;
  step ( t, k, k, other );
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
