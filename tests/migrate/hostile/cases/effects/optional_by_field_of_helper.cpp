// wall: 3
// what: a helper fills the argument struct, and the caller asks for a field of it
// expect: convert
#include "sgdnn_api.h"

static void fill ( sg_api_one_t & api, const SgdnnTensor_t & t ) { api.other_global_addr = t.addr; }
tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  fill ( api, bias );
  if ( api.other_global_addr == 0 ) api.mode = 7;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
