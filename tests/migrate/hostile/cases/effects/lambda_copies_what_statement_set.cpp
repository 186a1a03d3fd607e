// wall: 3
// what: a lambda that is called where it is written copies what its statement has set before it
// expect: either
#include "sgdnn_api.h"
static int launchIt ( tpu_resource_t resource, SgdnnTensor_t input, int n )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.mode = n;

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "kl", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "kl", &api, sizeof ( api ), true ) );
#endif

  return n;
}
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;

  int i = 1;
  api.dim = ( i = 3 ) << [ =, &api ] { launchIt ( resource, input, i ); return i; } ( );

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), non_blocking ) );
#endif

  return SG_SUCCESS;
}
