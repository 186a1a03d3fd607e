// wall: 1
// what: a helper and a macro that each chip has its own of, in one operator
// expect: convert
#include "sgdnn_api.h"

#ifdef BACKEND_1684X
#define LANES 64
static int area ( int a ) { return a * 2; }
#else
#define LANES 32
static int area ( int a ) { return a + 2; }
#endif
tpu_status_t sgdnnOwnBeside ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = LANES + area ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_own_beside", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_own_beside_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
