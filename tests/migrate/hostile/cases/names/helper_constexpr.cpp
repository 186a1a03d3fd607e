// wall: 2
// what: a constexpr helper in a static assertion and an array bound
// expect: either
#include "sgdnn_api.h"

static constexpr int extent ( int x ) { return x + 1; }
static_assert ( extent ( 2 ) == 3, "three" );

tpu_status_t sgdnnHelperConstexpr ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  static_assert ( extent ( 3 ) == 4, "four" );
  int room[extent ( 4 )] = { mode };
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = sizeof ( room ) + room[0];
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_constexpr", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_constexpr_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
