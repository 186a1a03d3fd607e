// wall: 2
// what: a lambda launches the kernel
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaLaunches ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  auto launch = [&] ( int kind ) -> tpu_status_t
  {
    sg_api_one_t api;
    api.input_global_addr = input.addr;
    api.output_global_addr = output.addr;
    api.mode = mode;
    api.dim = kind;
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_lambda", &api, sizeof ( api ), non_blocking ) );
    return SG_SUCCESS;
  };
  return launch ( mode + 1 );
}
