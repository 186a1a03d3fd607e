// wall: 3
// what: a second handle is chosen
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnHandleOther ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, void * other, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( mode > 2 ? resource : ( tpu_resource_t ) other, "tpu_kernel_api_other", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
