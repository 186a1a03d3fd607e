// wall: 4
// what: an operator that leaves for data types that it does not take, and prints them
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnEarlyDtype ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  switch ( input.dtype )
  {
    case SGDNN_DTYPE_FP32:
    case SGDNN_DTYPE_FP16:
      break;
    default:
      fprintf ( stderr, "unsupported dtype %d\n", (int) input.dtype );
      return SG_FAILURE;
  }
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_early", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_early_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
