// wall: 2
// what: the helper abs of the namespace is refused (L180), a type that calls it is converted to ::abs
// expect: either
#include "sgdnn_api.h"
namespace lg { static inline int abs ( int x ) { return x < 0 ? 0 : x + 1; } struct V { int n; V ( int x ) : n ( abs ( x ) ) {} }; }

tpu_status_t sgdnnLookupRefusedHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  lg::V v ( mode ); api.mode = v.n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_n8_refused_helper", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
