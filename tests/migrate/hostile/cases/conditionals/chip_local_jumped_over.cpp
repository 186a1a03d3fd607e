// wall: 1
// what: chip local jumped over
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnChipLocalJumpedOver ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
#if defined BACKEND_1684X
  const int n = 0;
#else
  const int n = 4;
#endif
  if ( mode == 1 ) goto out;
  api.mode = n;
out:
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
