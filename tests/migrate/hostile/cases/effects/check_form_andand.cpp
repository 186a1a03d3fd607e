// wall: 4
// what: an overloaded && in a check
// expect: convert
#include "sgdnn_api.h"
struct V { int n; bool operator&& ( bool b ) const { return n == 2 || !b; } explicit operator bool () const { return true; } };

tpu_status_t sgdnnCheckFormAndand ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  V v { mode }; SGDNN_CHECK ( v && output.dim > 1 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d11_andand", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
