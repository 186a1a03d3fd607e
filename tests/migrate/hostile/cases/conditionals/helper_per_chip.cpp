// wall: 1
// what: a helper has another body on each chip, behind conditionals around it
// expect: convert
#include "sgdnn_api.h"

#if defined BACKEND_SG2260
static int lanes_of ( int x ) { return x * 64; }
#else
static int lanes_of ( int x ) { return x * 32; }
#endif

tpu_status_t sgdnnHelperPerChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = lanes_of ( mode );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_helper", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_helper_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
