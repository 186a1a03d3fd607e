// wall: 2
// what: a helper with SAFE_CALL gives an int
// expect: convert
#include "sgdnn_api.h"
static tpu_status_t good ( int n ) { return n == 1 ? SG_FAILURE : SG_SUCCESS; }
static int get ( int n ) { SAFE_CALL ( good ( n ) ); return 7; }
tpu_status_t sgdnnClassSafeHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.mode += get ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_x_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
