// wall: 2
// what: attributes on statements and variables
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnAttributeStatements ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  [[maybe_unused]] int unused = 3;
  switch ( mode )
  {
    case 1: api.dim = 1; [[fallthrough]];
    case 2: api.mode = 2; break;
    default: ;
  }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_attribute_statements", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
