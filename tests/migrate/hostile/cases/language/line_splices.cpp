// wall: 2
// what: line splices inside statements
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnLineSplices ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = \
    mode + \
    1;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_line_splices", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
