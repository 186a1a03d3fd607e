// wall: 4
// what: a kernel is launched on a second handle
// expect: refused
#include "sgdnn_api.h"

tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, tpu_resource_t second, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( second, "k", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
