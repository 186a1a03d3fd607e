// wall: 3
// what: an enumerator with the number of a data type
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnEnumFromDtype ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  enum { SAME = SGDNN_DTYPE_FP16 };
  api.dim = SAME;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_enum_from_dtype", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
