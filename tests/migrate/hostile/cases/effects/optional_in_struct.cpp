// wall: 3
// what: two helpers, one behind the other, ask whether a tensor in a struct is there
// expect: convert
#include "sgdnn_api.h"

struct T2 { SgdnnTensor_t t; int n; };
static bool there ( const T2 & x ) { return x.t.addr != 0; }
static bool both ( const T2 & x, int n ) { return there ( x ) && n; }
tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  T2 b;
  b.t = bias;
  b.n = mode;
  api.mode = both ( b, 3 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
