// wall: 2
// what: a provided helper of the tree: dtypes of headers
// expect: either
// without: sgdnnUndefinedTensor, sgdnnTPUKernelDType
//- src/case.cpp
#include "sgdnn_api.h"
static inline int sgdnnTPUKernelDType ( SgdnnDataType_t dtype )
{
  switch ( dtype )
  {
    case SGDNN_DTYPE_FP16: return 3;
    case SGDNN_DTYPE_FP32: return 5;
    default: break;
  }
  return 77;
}

tpu_status_t sgdnnF ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_f", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_f_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
