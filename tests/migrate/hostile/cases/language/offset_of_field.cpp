// wall: 3
// what: the offset of a tensor's field
// expect: either
#include "sgdnn_api.h"

#include <stddef.h>
tpu_status_t sgdnnOffsetOfField ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = ( int ) offsetof ( SgdnnTensor_t, dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_offset_of_field", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
