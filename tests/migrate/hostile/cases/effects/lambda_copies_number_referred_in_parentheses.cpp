// wall: 3
// what: a lambda has a copy of a tensor, a member of which a reference in parentheses is bound to
// expect: refused
#include "sgdnn_api.h"
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  int & d = ( input.dim );
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
  d = 77;
  go ( 1 );
  return SG_SUCCESS;
}
