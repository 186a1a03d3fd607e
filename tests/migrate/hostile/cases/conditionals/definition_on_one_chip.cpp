// wall: 1
// what: an operator that exists on one chip only
// expect: convert
#include "sgdnn_api.h"

#ifdef BACKEND_SG2260
tpu_status_t sgdnnDefinitionOnOneChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_new", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
#endif
tpu_status_t sgdnnDefinitionEverywhere ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_everywhere", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_everywhere_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
