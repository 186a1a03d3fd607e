// wall: 4
// what: a helper returns a braced list with addresses; the caller binds its elements and asks for one
// expect: convert
#include "sgdnn_api.h"

struct P2 { unsigned long long a, b; int n; };
static P2 pair ( const SgdnnTensor_t & i, const SgdnnTensor_t & o ) { return { i.addr, o.addr, 3 }; }
tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, int mode, bool non_blocking )
{
  sg_api_one_t api;
  const auto [ a, b, n ] = pair ( input, bias );
  api.input_global_addr = a;
  api.other_global_addr = b;
  if ( b == 0 ) api.mode = n;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
