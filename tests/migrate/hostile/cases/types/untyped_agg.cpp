// wall: 3
// what: ... to a member of an aggregate, in braces
// expect: either
#include "sgdnn_api.h"
struct View { const void * p; };

tpu_status_t sgdnnUntypedAgg ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  View v = { &input.dtype }; api.mode = *static_cast<const int *> ( v.p );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b3_agg", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
