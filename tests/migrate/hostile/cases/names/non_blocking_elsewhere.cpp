// wall: 2
// what: the flag for not waiting has another name and place
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnFlagElsewhere ( tpu_resource_t resource, SgdnnTensor_t input, bool async, SgdnnTensor_t output, int mode )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_flag", &api, sizeof ( api ), async ) );
  return SG_SUCCESS;
}
