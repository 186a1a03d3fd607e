// wall: 2
// what: a list of fields by an X macro
// expect: either
#include "sgdnn_api.h"

#define FIELDS X ( dim, mode ) X ( mode, 3 )
tpu_status_t sgdnnXMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
#define X(field, value) api.field = value;
  FIELDS
#undef X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x_macro", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
