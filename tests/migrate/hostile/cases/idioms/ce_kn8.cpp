// wall: 3
// what: ce_kn8
// expect: convert
#include "sgdnn_api.h"
static const char * kernel_of ( SgdnnDataType_t d ) { switch ( d ) { case SGDNN_DTYPE_FP32: return "tpu_kernel_api_a"; case SGDNN_DTYPE_FP16: return "tpu_kernel_api_b"; default: return "tpu_kernel_api_c"; } }
tpu_status_t sgdnnCeKn8 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, kernel_of ( input.dtype ), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, kernel_of ( input.dtype ), &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
