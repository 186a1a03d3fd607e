// wall: 4
// what: r zero union
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnClearedUnion ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  union { sg_api_one_t one; sg_api_two_t two; } u;
  u.one.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &u.one, sizeof ( u.one ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &u.one, sizeof ( u.one ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
