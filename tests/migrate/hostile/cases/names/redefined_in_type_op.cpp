// wall: 2
// what: ... an operator in a class
// expect: either
#include "sgdnn_api.h"
#define K 3
struct V { int n; int operator+ ( int k ) const { return n * K + k; } };
#undef K
#define K 7

tpu_status_t sgdnnRedefinedInTypeOp ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  V v { mode }; api.mode = v + K;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_m5_op", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
