// wall: 1
// what: r gnuc macro
// expect: either
#include "sgdnn_api.h"

#if __GNUC__ >= 7
#define V 3
#else
#define V 4
#endif

tpu_status_t sgdnnCompilerMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode + V;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
