// wall: 3
// what: statuses in conditions as numbers, and other declarations there
// expect: equal
#include "sgdnn_api.h"

tpu_status_t sgdnnDeclaredOtherwise ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if ( int n = mode - 2 )
  {
    api.dim = n;
  }
  if ( const SgdnnTensor_t * t = mode ? &input : nullptr )
  {
    api.mode = t->dim;
  }
#if defined BACKEND_SG2260
  while ( tpu_status_t s = sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_decl_w_mc", &api, sizeof ( api ), non_blocking ) )
  {
    return s;
  }
  if ( bool failed = sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_decl_w_mc", &api, sizeof ( api ), non_blocking ) )
  {
    return SG_FAILURE;
  }
#endif
  return SG_SUCCESS;
}
