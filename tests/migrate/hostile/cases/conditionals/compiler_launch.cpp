// wall: 1
// what: gcc launch
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnCompilerLaunch ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
#if __GNUC__ >= 7
#define FLAG false
#else
#define FLAG true
#endif
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ), FLAG ) );
#endif
  return SG_SUCCESS;
}
