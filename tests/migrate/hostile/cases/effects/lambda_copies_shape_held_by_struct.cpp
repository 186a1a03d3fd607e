// wall: 3
// what: a lambda has a copy of a tensor into which a field of a list points
// expect: refused
#include "sgdnn_api.h"
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  struct S { int n; int * p; } s = { 3, input.shape };
  auto go = [ = ] ( int k ) {
    sg_api_one_t api;
    api.input_global_addr = input.addr;
    api.dim = input.dim + k + input.shape [ 0 ] * 100 + input.shape [ 1 ] * 10000;

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), true ) );
#endif

  };
  s.p [ 0 ] = 4;
  go ( 1 );
  return SG_SUCCESS;
}
