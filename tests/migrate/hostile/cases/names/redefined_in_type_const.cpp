// wall: 2
// what: a constant is initialised with a macro that is defined anew behind it
// expect: either
#include "sgdnn_api.h"
#define K 3
static const int k = K;
#undef K
#define K 7

tpu_status_t sgdnnRedefinedInTypeConst ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.mode = k + K;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_m1_const", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
