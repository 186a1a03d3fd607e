// wall: 4
// what: an operator whose kernel is chosen by a condition on one chip and by an if on the other
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnMatmulX ( tpu_resource_t resource, SgdnnTensor_t left, SgdnnTensor_t right, SgdnnTensor_t output, bool non_blocking )
{
  const bool batched = left.dim == 3;
  sg_api_one_t api = {};
  api.input_global_addr = left.addr;
  api.other_global_addr = right.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( left.dtype );
#if defined BACKEND_1684X
  const char * name = batched ? "tpu_kernel_api_bmm" : "tpu_kernel_api_mm";
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  if ( batched )
  {
    SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_bmm_multi_core", &api, sizeof ( api ), non_blocking ) );
  }
  else
  {
    SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_mm_multi_core", &api, sizeof ( api ), non_blocking ) );
  }
#endif
  return SG_SUCCESS;
}
