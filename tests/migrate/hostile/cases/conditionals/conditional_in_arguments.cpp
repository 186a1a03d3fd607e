// wall: 1
// what: a conditional among the arguments of the launch
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionalInArguments ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  tpu_status_t status = sgdnnTPUKernelLaunch ( resource,
#if defined BACKEND_1684X
                                               "tpu_kernel_api_a",
#else
                                               "tpu_kernel_api_b",
#endif
                                               &api, sizeof ( api ), non_blocking );
  SGDNN_CHECK ( status == SG_SUCCESS );
  return SG_SUCCESS;
}
