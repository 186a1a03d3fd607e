// wall: 3
// what: one chip int operator
// expect: either
#include "sgdnn_api.h"
#if defined BACKEND_1684X
int sgdnnCount ( tpu_resource_t resource, int mode ) { return mode + 3; }
#endif
tpu_status_t sgdnnX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_n", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
