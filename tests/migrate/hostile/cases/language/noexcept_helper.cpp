// wall: 4
// what: a helper that may not throw checks
// expect: either
#include "sgdnn_api.h"

static int checked ( int n ) noexcept { return n > 60 ? 0 : n; }
tpu_status_t sgdnnNoexceptHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = checked ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_noexcept_helper", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
