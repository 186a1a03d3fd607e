// wall: 4
// what: an optional tensor is asked through a reference and a pointer
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnOptionalAlias ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  const SgdnnTensor_t & b = bias;
  const SgdnnTensor_t * p = &bias;
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  if ( b.addr != 0 ) api.dim = 1;
  else api.dim = 2;
  if ( p->addr == 0 ) api.dtype = 4;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_optional", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_optional_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
