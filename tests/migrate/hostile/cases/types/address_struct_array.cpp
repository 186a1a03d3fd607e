// wall: 3
// what: one of an array of structs is launched
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStructArray ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_two_t apis[2];
  for ( int i = 0; i < 2; ++i )
  {
    apis[i].input_global_addr = input.addr + i;
    apis[i].output_global_addr = output.addr;
    apis[i].transposed = mode;
  }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_array", &apis[1], sizeof ( apis[1] ), non_blocking ) );
  return SG_SUCCESS;
}
