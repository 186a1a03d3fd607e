// wall: 3
// what: a macro joins the name of a field
// expect: either
#include "sgdnn_api.h"

#define ASSIGN(t) api.t ## _global_addr = t.addr
tpu_status_t sgdnnMacroPastesField ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  ASSIGN ( input );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_macro_pastes_field", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
