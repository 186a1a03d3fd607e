// wall: 4
// what: a branch declares a static variable
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStaticInBranch ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_SG2260
  static int calls = 10;
  api.dim = ++calls;
#else
  static int calls = 20;
  api.dim = ++calls;
#endif
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_static", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
