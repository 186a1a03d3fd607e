// wall: 3
// what: an argument struct is copied by bytes
// expect: either
#include "sgdnn_api.h"

#include <string.h>
tpu_status_t sgdnnArgumentStructCopiedByMemcpy ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  sg_api_one_t copy;
  memcpy ( &copy, &api, sizeof ( api ) );
  copy.dim = mode;
  memcpy ( &api, &copy, sizeof ( api ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_argument_struct_copied_by_memcpy", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
