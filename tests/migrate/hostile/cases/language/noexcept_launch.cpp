// wall: 1
// what: an operator that says that it does not throw: a checked launch throws in the unified form
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking ) noexcept
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_k", &api, sizeof ( api ), non_blocking );
  return SG_SUCCESS;
}
