// wall: 3
// what: a status is the condition of a conditional operator
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnStatusTernaryTruth ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_status_t early = mode > 3 ? SG_FAILURE : SG_SUCCESS;
  bool bad = early != SG_SUCCESS;
  if ( bad ) return early;
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_status_ternary_truth", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_status_ternary_truth_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return early ? early : SG_SUCCESS;
}
