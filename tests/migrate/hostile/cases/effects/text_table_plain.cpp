// wall: 4
// what: a table of texts that nothing writes, without const
// expect: convert
#include "sgdnn_api.h"
static const char * names[] = { "a", "b" };
tpu_status_t sgdnnG1 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int m, bool non_blocking )
{
  sg_api_two_t api = { input.addr, output.addr, names[m & 1][0], sgdnnTPUKernelDType ( input.dtype ) };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_g1", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_g1_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
