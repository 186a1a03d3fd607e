// wall: 3
// what: type told init
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnTwo ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnDataType_t TPUDNN_DTYPE_FP16, bool non_blocking )
{
  sg_api_small_t api;
  api.pair_global_addr[0] = input.addr;
  api.pair_global_addr[1] = input.addr;
  api.flags = 0;
  api.kind = ( input.dtype == SGDNN_DTYPE_FP16 ? 1 : 0 ) + ( input.dtype == TPUDNN_DTYPE_FP16 ? 2 : 0 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_two", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_two_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.mode = 3;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
