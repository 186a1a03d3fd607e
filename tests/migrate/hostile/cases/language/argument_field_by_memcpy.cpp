// wall: 3
// what: an address is copied into a field by bytes
// expect: either
#include "sgdnn_api.h"

#include <string.h>
tpu_status_t sgdnnArgumentFieldByMemcpy ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  memcpy ( &api.other_global_addr, &input.addr, sizeof ( api.other_global_addr ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_argument_field_by_memcpy", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
