// wall: 3
// what: (*p).addr of a pointer to a tensor, in an operator and in a helper
// expect: convert
#include "sgdnn_api.h"

static unsigned long long where ( const SgdnnTensor_t * p ) { return ( *p ).addr; }
static void fill ( sg_api_one_t * api, const SgdnnTensor_t * p ) { ( *api ).other_global_addr = ( *p ).addr; }
tpu_status_t sgdnnPointerDereferenced ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = input.dim;
  const SgdnnTensor_t * p = &input;
  api.input_global_addr = ( *p ).addr;
  api.buffer_global_addr = where ( &output );
  fill ( &api, p );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
