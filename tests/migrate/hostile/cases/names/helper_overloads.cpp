// wall: 2
// what: helpers of one name, told apart by their parameters
// expect: either
#include "sgdnn_api.h"

static int extent ( int x ) { return x + 1; }
static int extent ( float x ) { return ( int ) ( x * 4 ); }

tpu_status_t sgdnnHelperOverloads ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = extent ( mode );
  api.dtype = extent ( 2.5f );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_overloads", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_overloads_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
