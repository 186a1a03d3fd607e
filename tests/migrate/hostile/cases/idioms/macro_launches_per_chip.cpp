// wall: 2
// what: each chip defines its own macro that launches
// expect: convert
#include "sgdnn_api.h"

#if defined BACKEND_1684X
#define RUN_ON_CHIP( name, ... ) SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, __VA_ARGS__ ) )
#elif defined BACKEND_SG2260
#define RUN_ON_CHIP( name, ... ) SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name, __VA_ARGS__, non_blocking ) )
#endif

tpu_status_t sgdnnMacroPerChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  RUN_ON_CHIP ( "tpu_kernel_api_plain", &api, sizeof ( api ) );
  return SG_SUCCESS;
}
