// wall: 2
// what: the definition of a static data member is left behind (exit 0): undefined symbol
// expect: either
#include "sgdnn_api.h"
struct V { static const int t[3]; operator int () const { return t[1]; } };
const int V::t[3] = { 3, 4, 5 };

tpu_status_t sgdnnUnnamedStaticMember ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  V v; api.mode = v;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a9_static_member", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
