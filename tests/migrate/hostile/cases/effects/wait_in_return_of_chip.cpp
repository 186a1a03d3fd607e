// wall: 4
// what: only one chip's return waits
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitInReturnOfChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ) );
#elif defined BACKEND_SG2260
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), false );
#else
  SGDNN_CHECK ( false );
  return SG_FAILURE;
#endif
}
