// wall: 3
// what: hidden flow dtypes typedef ref
// expect: either
#include "sgdnn_api.h"
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t other, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.dim = 0;
  typedef SgdnnTensor_t & R;
  R r = input;
  r.dtype = SGDNN_DTYPE_FP32;
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 );
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

