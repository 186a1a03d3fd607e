// wall: 3
// what: a helper gives back a struct with addresses, of which the caller asks whether one is there
// expect: convert
#include "sgdnn_api.h"

struct P2 { unsigned long long a, b; };
static P2 pair ( const SgdnnTensor_t & i, const SgdnnTensor_t & o ) { P2 p; p.a = i.addr; p.b = o.addr; return p; }
tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, int mode, bool non_blocking )
{
  sg_api_one_t api;
  const auto both = pair ( input, bias );
  api.input_global_addr = both.a;
  api.other_global_addr = both.b;
  if ( both.b == 0 ) api.mode = 7;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
