// wall: 4
// what: two comparisons joined with & in a check
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnCheckFormAnd ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  SGDNN_CHECK ( mode > 1 & output.dim > 1 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d1_and", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
