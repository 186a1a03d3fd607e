// wall: 4
// what: a table of texts in a function that nothing writes, without const
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnRp ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int m, bool non_blocking )
{
  static const char * names[] = { "nearest", "linear" };
  printf ( "mode %s\n", names[m & 1] );
  sg_api_two_t api = { input.addr, output.addr, m, 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_rp", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_rp_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
