// wall: 2
// what: a macro that one operator defines within its body is called like a variable of an operator before it
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnLocalBefore ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  int lanes = mode * 2;
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = lanes;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_before", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnMacroWithin ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
#define lanes 3
#define scaled( x ) ( ( x ) * lanes + 1 )
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = scaled ( mode ) + lanes;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_within", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
