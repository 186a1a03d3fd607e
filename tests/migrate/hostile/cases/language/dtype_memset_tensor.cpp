// wall: 3
// what: a tensor is cleared by bytes
// expect: either
#include "sgdnn_api.h"

#include <string.h>
tpu_status_t sgdnnDtypeMemsetTensor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SgdnnTensor_t none;
  memset ( &none, 0, sizeof ( none ) );
  api.dim = none.dtype == SGDNN_DTYPE_UNKNOWN ? 1 : 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_dtype_memset_tensor", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
