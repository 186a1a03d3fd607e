// wall: 3
// what: a data type is read through another member of a union
// expect: refused
#include "sgdnn_api.h"

tpu_status_t sgdnnDtypeUnion ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  union { SgdnnDataType_t dtype; int number; } u = { input.dtype };
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.dtype = u.number;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_fields", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
