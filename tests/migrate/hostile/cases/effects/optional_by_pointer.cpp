// wall: 3
// what: a helper asks of a pointer to a tensor, which has another name, whether it is there
// expect: convert
#include "sgdnn_api.h"

static bool there ( const SgdnnTensor_t * x ) { return x && x->addr; }
tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  const SgdnnTensor_t * b = &bias;
  const SgdnnTensor_t * const & r = b;
  api.mode = there ( r );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
