// wall: 3
// what: an array that is indexed by an enumerator
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnArrayByEnumerator ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  static const int table[] = { [SGDNN_DTYPE_UNKNOWN] = 0, [SGDNN_DTYPE_INT8] = 1, [SGDNN_DTYPE_UINT8] = 2 };
  api.dim = table[mode & 1];
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_array_by_enumerator", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
