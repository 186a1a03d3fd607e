// wall: 4
// what: tensors of a list may be missing
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnOptionalList ( tpu_resource_t resource, const SgdnnTensor_t * inputs, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = 0;
  for ( int i = 0; i < 3; ++i )
  {
    if ( inputs[i].addr != 0 ) ++api.dim;
  }
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_optional", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_optional_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
