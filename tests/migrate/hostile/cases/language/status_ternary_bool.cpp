// wall: 3
// what: a status decides a conditional operator
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStatusTernaryBool ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  tpu_status_t status = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_status_ternary_bool_a", &api, sizeof ( api ), non_blocking );
  api.dim = status ? 1 : 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_status_ternary_bool", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
