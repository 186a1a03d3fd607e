// wall: 2
// what: a member that is defined outside of its class is left behind: undefined symbol
// expect: either
#include "sgdnn_api.h"
struct V { int n; operator int () const; };
inline V::operator int () const { return n + 3; }
struct Other;

tpu_status_t sgdnnUnnamedOutMember ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  V v { mode }; api.mode = v;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a8_out_member", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
