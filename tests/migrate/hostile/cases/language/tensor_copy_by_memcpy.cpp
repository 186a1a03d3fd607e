// wall: 3
// what: a tensor is copied by bytes
// expect: either
#include "sgdnn_api.h"

#include <string.h>
tpu_status_t sgdnnTensorCopyByMemcpy ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SgdnnTensor_t copy;
  memcpy ( &copy, &input, sizeof ( copy ) );
  api.other_global_addr = copy.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_tensor_copy_by_memcpy", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
