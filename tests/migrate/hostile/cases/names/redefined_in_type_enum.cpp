// wall: 2
// what: ... an enumerator
// expect: either
#include "sgdnn_api.h"
#define K 3
enum { A = K };
#undef K
#define K 7

tpu_status_t sgdnnRedefinedInTypeEnum ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.mode = A + K;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_m2_enum", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
