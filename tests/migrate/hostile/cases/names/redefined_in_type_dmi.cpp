// wall: 2
// what: ... a member
// expect: either
#include "sgdnn_api.h"
#define K 3
struct V { int n = K; };
#undef K
#define K 7

tpu_status_t sgdnnRedefinedInTypeDmi ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  V v; api.mode = v.n + K;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_m3_dmi", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
