// wall: 1
// what: a helper that differs between the chips is called by an operator that refuses one of them on all paths, behind the call
// expect: convert
#include "sgdnn_api.h"
static void fill ( sg_api_one_t * api, SgdnnTensor_t t )
{
#if defined BACKEND_SG2260
  api->other_global_addr = t.addr;
#else
  api->other_global_addr = 0;
#endif
}
tpu_status_t sgdnnBehindCall ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  fill ( &api, bias );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_behind_call", &api, sizeof ( api ) ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
