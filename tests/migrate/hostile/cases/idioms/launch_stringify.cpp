// wall: 2
// what: a launch macro of the source makes the kernel's name of its argument
// expect: convert
#include "sgdnn_api.h"

#if defined BACKEND_1684X
#define LAUNCH(name, args) SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_" #name, &args, sizeof ( args ) ) )
#else
#define LAUNCH(name, args) SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_" #name "_multi_core", &args, sizeof ( args ), non_blocking ) )
#endif
tpu_status_t sgdnnLaunchStringify ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  LAUNCH ( relu, api );
  return SG_SUCCESS;
}
