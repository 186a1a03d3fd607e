// wall: 1
// what: one definition of the operator per chip
// expect: convert
#include "sgdnn_api.h"

#if defined BACKEND_1684X
tpu_status_t sgdnnDefinitionPerChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_old", &api, sizeof ( api ) ) );
  return SG_SUCCESS;
}
#elif defined BACKEND_SG2260
tpu_status_t sgdnnDefinitionPerChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.mode = mode + 5;
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_new", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
#endif
