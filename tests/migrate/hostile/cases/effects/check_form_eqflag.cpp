// wall: 4
// what: a comparison compared with a flag, without parentheses
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnCheckFormEqflag ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  bool many = output.dim > 3; SGDNN_CHECK ( mode > 2 == many );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d3_eqflag", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
