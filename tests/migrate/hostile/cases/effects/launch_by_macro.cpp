// wall: 4
// what: a macro of the file launches
// expect: either
#include "sgdnn_api.h"

#define RUN(name) SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_" #name, &api, sizeof ( api ), non_blocking ) )
tpu_status_t sgdnnLaunchByMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  RUN ( macro );
  return SG_SUCCESS;
}
