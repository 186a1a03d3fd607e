// wall: 3
// what: if constexpr on the size of a tensor's field
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConstexprIfSizeof ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if constexpr ( sizeof ( input.addr ) == 8 && sizeof ( SgdnnTensor_t ) == 80 )
    api.dim = 1;
  else
    api.dim = 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_constexpr_if_sizeof", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
