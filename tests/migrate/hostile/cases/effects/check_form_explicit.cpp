// wall: 4
// what: a comparison that answers a class with an explicit conversion to bool
// expect: convert
#include "sgdnn_api.h"
struct Ok { bool b; explicit operator bool () const { return b; } };
struct V { int n; Ok operator== ( int k ) const { return Ok { n == k }; } };

tpu_status_t sgdnnCheckFormExplicit ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  V v { mode }; SGDNN_CHECK ( v == 2 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d12_explicit", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
