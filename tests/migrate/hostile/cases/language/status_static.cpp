// wall: 3
// what: a static status is zero
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStatusStatic ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  static tpu_status_t status;
  api.dim = status == SG_SUCCESS ? 1 : 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_status_static", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
