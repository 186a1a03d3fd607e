// wall: 2
// what: branch hints of the compiler
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnAttributeLikely ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if ( __builtin_expect ( mode > 2, 0 ) ) api.dim = 1; else api.dim = 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_attribute_likely", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
