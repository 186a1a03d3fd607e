// wall: 4
// what: r zero member
// expect: convert
#include "sgdnn_api.h"

struct Job { int n; sg_api_one_t api; };

tpu_status_t sgdnnClearedMember ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Job job;
  job.api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &job.api, sizeof ( job.api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &job.api, sizeof ( job.api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
