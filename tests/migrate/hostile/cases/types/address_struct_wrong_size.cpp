// wall: 3
// what: fewer bytes than the struct has are launched
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStructWrongSize ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_size", &api, sizeof ( api ) - 4, non_blocking ) );
  return SG_SUCCESS;
}
