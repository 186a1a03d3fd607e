// wall: 2
// what: a weak helper
// expect: either
#include "sgdnn_api.h"

__attribute__ ( ( weak ) ) int weak_extent ( int n ) { return n + 9; }
tpu_status_t sgdnnWeakHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = weak_extent ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_weak_helper", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
