// wall: 2
// what: helpers that call each other, the second declared above the first
// expect: convert
#include "sgdnn_api.h"

static int odd ( int n );
static int even ( int n ) { return n <= 0 ? 1 : odd ( n - 1 ); }
static int odd ( int n ) { return n <= 0 ? 0 : even ( n - 1 ); }

tpu_status_t sgdnnHelpersCallEachOther ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = even ( mode );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_mutual", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_mutual_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
