// wall: 3
// what: a lambda has a copy of a tensor whose extents a function changes by a pointer into them
// expect: refused
#include "sgdnn_api.h"
static void change ( int * p ) { p [ 0 ] = 9; }
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{

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
  change ( input.shape + 1 );
  go ( 1 );
  return SG_SUCCESS;
}
