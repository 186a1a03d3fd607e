// wall: 4
// what: SGDNN_CHECK asks operator!, TPUDNN_CHECK operator bool
// expect: either
#include "sgdnn_api.h"
struct V { int n; operator bool () const { return true; } bool operator! () const { return n > 3; } };

tpu_status_t sgdnnCheckFormNot ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  V v { mode }; SGDNN_CHECK ( v );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d10_not", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
