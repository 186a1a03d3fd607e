// wall: 3
// what: a helper asks whether a tensor is there
// expect: convert
#include "sgdnn_api.h"

static int present ( SgdnnTensor_t t )
{
  if ( t.addr ) return 1;
  return 0;
}
static int both ( const SgdnnTensor_t & a, const SgdnnTensor_t * b ) { return a.addr && ( *b ).addr ? 2 : !b->addr ? 3 : 4; }
tpu_status_t sgdnnAskedInHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = input.dim;
  api.dim = present ( input ) + 10 * both ( input, &output );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
