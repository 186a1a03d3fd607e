// wall: 2
// what: a helper with attributes
// expect: either
#include "sgdnn_api.h"

__attribute__ ( ( always_inline, pure ) ) static inline int pure_extent ( int n ) { return n + 9; }
tpu_status_t sgdnnAttributeHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = pure_extent ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_attribute_helper", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
