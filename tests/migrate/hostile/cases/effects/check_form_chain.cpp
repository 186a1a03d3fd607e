// wall: 4
// what: a chained comparison in a check
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnCheckFormChain ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  SGDNN_CHECK ( 0 < mode < 3 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d2_chain", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
