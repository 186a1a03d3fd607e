// wall: 4
// what: a macro brings the operator that a waiting launch is an operand of
// expect: refused
#include "sgdnn_api.h"
#define WHEN mode > 1 ?
tpu_status_t sgdnnWaitBehindOperatorMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  WHEN sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), false ) : SG_SUCCESS;
  return SG_SUCCESS;
}
