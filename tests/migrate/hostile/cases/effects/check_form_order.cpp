// wall: 4
// what: calls on both sides of a comparison run in the other order
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnCheckFormOrder ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  SGDNN_CHECK ( probe ( 1 ) != probe ( 2 ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d15_order", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
