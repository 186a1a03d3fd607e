// wall: 4
// what: a compound assignment in a check
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnCheckFormCompound ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  bool ok = true; SGDNN_CHECK ( ok &= mode > 1 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d4_compound", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
