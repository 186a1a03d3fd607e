// wall: 2
// what: an X macro from a file that is included twice
// expect: either
//- src/fields.inc
X ( dim, 4 )
X ( mode, 5 )
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnXMacroHeader ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
#define X(field, value) api.field = value;
#include "fields.inc"
#undef X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x_macro_header", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
