// wall: 1
// what: helpers and an operator whose noexcept has a condition
// expect: convert
#include "sgdnn_api.h"

static int up ( int x ) noexcept { return probe ( x ) + 1; }
static unsigned long long at ( const SgdnnTensor_t & t, int n ) noexcept ( true ) { return t.addr + n; }
tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking ) noexcept ( false )
{
  sg_api_one_t api;
  api.input_global_addr = at ( input, mode );
  api.output_global_addr = output.addr;
  api.mode = up ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
