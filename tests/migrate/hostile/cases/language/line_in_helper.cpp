// wall: 1
// what: a helper that tells its line
// expect: either
#include "sgdnn_api.h"

static int line_of () { return __LINE__; }
tpu_status_t sgdnnLineInHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = line_of ();
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_line_in_helper", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
