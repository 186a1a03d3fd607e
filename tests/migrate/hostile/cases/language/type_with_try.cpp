// wall: 2
// what: try / catch ( int ) in a constructor of a type that comes along (elsewhere L176)
// expect: either
#include "sgdnn_api.h"
struct V { int n; V ( int x ) { try { SGDNN_CHECK ( x > 2 ); n = 1; } catch ( int e ) { n = e + 7; } } };

tpu_status_t sgdnnTypeWithTry ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  V v ( mode ); api.mode = v.n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_t1_try", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
