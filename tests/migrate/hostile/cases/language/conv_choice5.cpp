// wall: 3
// what: conv_choice5
// expect: convert
#include "sgdnn_api.h"
struct V { int w; V ( long x ) : w ( 1 ) { } V ( int x ) : w ( 2 ) { } explicit V ( short ) : w ( 3 ) { } };
static int f ( V v ) { return v.w; }
tpu_status_t sgdnnConvChoice5 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.dim = V { input.dim }.w + f ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_convchoice5", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_convchoice5_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
