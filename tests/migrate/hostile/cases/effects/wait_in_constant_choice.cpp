// wall: 3
// what: a constant is one of two calls that wait
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitInConstantChoice ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  const auto rc = mode > 2 ? sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) : sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), false );
  if ( rc != SG_SUCCESS ) return rc;
  return SG_SUCCESS;
}
