// wall: 3
// what: statuses are combined
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStatusOr ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  int failed = 0;
  for ( int i = 0; i < 2; ++i )
  {
    failed |= sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_or", &api, sizeof ( api ), non_blocking );
  }
  SGDNN_CHECK ( failed == 0 );
  return SG_SUCCESS;
}
