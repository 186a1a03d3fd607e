// wall: 3
// what: an anonymous union of a data type and a number
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnAnonymousUnionDtype ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  union { SgdnnDataType_t kind; int number; };
  kind = input.dtype;
  api.dim = number;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_anonymous_union_dtype", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
