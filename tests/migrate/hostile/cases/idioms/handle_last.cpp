// wall: 2
// what: the handle comes last; one operator calls another
// expect: convert
// call: sgdnnHandleLast | +[]( tpu_resource_t r, SgdnnTensor_t a, SgdnnTensor_t b, int m, bool w ) { return sgdnnHandleLast ( a, b, m, w, r ); } | tpudnnHandleLastAsync
// call: sgdnnHandleBetween | +[]( tpu_resource_t r, SgdnnTensor_t a, SgdnnTensor_t b, int m, bool w ) { return sgdnnHandleBetween ( a, r, b, m, w ); } | tpudnnHandleBetweenAsync
#include "sgdnn_api.h"

tpu_status_t sgdnnHandleLast ( SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking, tpu_resource_t resource )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnHandleBetween ( SgdnnTensor_t input, tpu_resource_t where, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SAFE_CALL ( sgdnnHandleLast ( input, output, mode + 1, non_blocking, where ) );
  return sgdnnHandleLast ( output, input, mode, non_blocking, where );
}
