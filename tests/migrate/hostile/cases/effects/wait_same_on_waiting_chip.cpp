// wall: 4
// what: on a chip whose launches always wait, false written out is what is left to the default
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitSameWritten ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_written", &api, sizeof ( api ), false ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_written_multi_core", &api, sizeof ( api ), non_blocking ) );
#endif
  probe ( 1 );
  return SG_SUCCESS;
}
tpu_status_t sgdnnWaitSameBoth ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_both", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_both", &api, sizeof ( api ), false ) );
#endif
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_again", &api, sizeof ( api ), false ) );
  probe ( 1 );
  return SG_SUCCESS;
}
