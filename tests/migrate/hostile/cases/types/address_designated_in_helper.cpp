// wall: 3
// what: a helper makes a tensor without an address
// expect: convert
#include "sgdnn_api.h"

static SgdnnTensor_t nothing ()
{
  SgdnnTensor_t made = { .addr = 0 };
  return made;
}
static void clear ( SgdnnTensor_t * t ) { t->addr = 0; }
tpu_status_t sgdnnDesignatedInHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = input.dim;
  SgdnnTensor_t none = nothing ();
  SgdnnTensor_t copy = input;
  if ( mode == 2 ) clear ( &copy );
  api.other_global_addr = none.addr;
  api.input_global_addr = copy.addr;
  api.dim = copy.addr ? 1 : 2;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
