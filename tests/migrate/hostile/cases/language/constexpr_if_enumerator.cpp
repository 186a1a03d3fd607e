// wall: 3
// what: if constexpr on the number of an enumerator
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConstexprIfEnumerator ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if constexpr ( SGDNN_DTYPE_FP32 > SGDNN_DTYPE_FP16 )
    api.dim = 1;
  else
    api.dim = 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_constexpr_if_enumerator", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
