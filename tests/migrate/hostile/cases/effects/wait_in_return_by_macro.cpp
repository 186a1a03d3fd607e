// wall: 4
// what: a macro returns a launch that waits
// expect: refused
#include "sgdnn_api.h"
#define RET(x) return x
tpu_status_t sgdnnWaitInReturnByMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  RET ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), false ) );
}
