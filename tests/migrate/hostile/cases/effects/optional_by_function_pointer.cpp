// wall: 3
// what: a helper that asks whether a tensor is there is called through a pointer
// expect: convert
#include "sgdnn_api.h"

static int there ( const SgdnnTensor_t & x ) { return x.addr != 0 ? 3 : 4; }
static int always ( const SgdnnTensor_t & x ) { return x.dim; }
tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  int ( * f ) ( const SgdnnTensor_t & ) = mode ? there : always;
  api.mode = f ( bias );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
