// wall: 2
// what: a friend function
// expect: either
#include "sgdnn_api.h"

class Hidden { int n; public: explicit Hidden ( int x ) : n ( x ) {} friend int reveal ( const Hidden & h ) { return h.n * 3; } };
tpu_status_t sgdnnFriendFunction ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Hidden hidden ( mode );
  api.dim = reveal ( hidden );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_friend_function", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
