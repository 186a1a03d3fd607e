// wall: 1
// what: chip governed launches
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnChipGovernedLaunches ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if ( mode )
#if defined BACKEND_1684X
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), true ) );
#else
    SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), true ) );
#endif

  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
