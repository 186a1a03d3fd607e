// wall: 3
// what: the condition that chooses a kernel's name reads what another argument of the launch changes
// expect: refused
#include "sgdnn_api.h"
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;

  int n = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, n > 2 ? "ka" : "kb", &api, ( n = 1, sizeof ( api ) ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, n > 2 ? "ka" : "kb", &api, ( n = 1, sizeof ( api ) ), true ) );
#endif
  return SG_SUCCESS;
}
