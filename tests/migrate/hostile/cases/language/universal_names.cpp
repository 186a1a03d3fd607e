// wall: 2
// what: universal character names
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnUniversalNames ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int gr\u00f6sse = mode;
  api.dim = gr\u00f6sse + 1;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_universal_names", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
