// wall: 3
// what: the handle goes through a local variable
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnHandleCopied ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_resource_t stream = resource;
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( stream, "tpu_kernel_api_copied", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
