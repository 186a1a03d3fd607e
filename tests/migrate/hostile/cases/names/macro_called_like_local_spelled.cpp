// wall: 2
// what: another macro spells a macro that is called like a variable of an operator before it
// expect: either
#include "sgdnn_api.h"

#define spelled( x ) ( (int) sizeof ( #x ) )
tpu_status_t sgdnnSpelledBefore ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  int lanes = mode * 2;
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = lanes;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_before", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnSpelledWithin ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
#define lanes 3
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = spelled ( lanes ) + ( mode + lanes ) * 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_within", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
