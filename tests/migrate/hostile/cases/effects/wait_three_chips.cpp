// wall: 4
// what: of three chips one always waits, one waits for this launch, one does not
// expect: convert
// chips: 3
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitThree ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_three", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_three", &api, sizeof ( api ), false ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_three", &api, sizeof ( api ), non_blocking ) );
#endif
  probe ( 1 );
  return SG_SUCCESS;
}
