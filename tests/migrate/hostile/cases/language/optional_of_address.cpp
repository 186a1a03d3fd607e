// wall: 3
// what: an optional address
// expect: either
#include "sgdnn_api.h"

#include <optional>
tpu_status_t sgdnnOptionalOfAddress ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  std::optional < unsigned long long > where;
  if ( bias.addr ) where = bias.addr;
  api.other_global_addr = where.value_or ( 0 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_optional_of_address", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
