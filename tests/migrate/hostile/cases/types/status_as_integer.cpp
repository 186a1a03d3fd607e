// wall: 3
// what: a status becomes an integer
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStatusAsInteger ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  int rc = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_int", &api, sizeof ( api ), non_blocking );
  probe ( rc );
  return rc == 0 ? SG_SUCCESS : SG_FAILURE;
}
