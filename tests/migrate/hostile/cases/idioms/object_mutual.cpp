// wall: 3
// what: member functions that call each other and static ones
// expect: convert
#include "sgdnn_api.h"

struct Plan
{
  sg_api_one_t api;
  int n;
  void start ( const SgdnnTensor_t & t, int k ) { n = clip ( k ); api.input_global_addr = t.addr; finish ( 3 ); }
  void finish ( int x ) { api.dim = n + x; if ( x > 1 ) finish ( x - 1 ); api.mode += twice(); }
  int twice() const { return 2 * n; }
  static int clip ( int k ) { return k > 3 ? 3 : k; }
};

tpu_status_t sgdnnObjectMutual ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Plan plan = {};
  plan.start ( input, mode );
  plan.api.shape[0] = plan.twice() + Plan::clip ( 9 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_mutual", &plan.api, sizeof ( plan.api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_mutual_mc", &plan.api, sizeof ( plan.api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
