// wall: 4
// what: a helper returns a launch that waits
// expect: convert
#include "sgdnn_api.h"
static tpu_status_t run ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), false );
}
tpu_status_t sgdnnWaitInReturnOfHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  return run ( resource, input, output, mode );
}
