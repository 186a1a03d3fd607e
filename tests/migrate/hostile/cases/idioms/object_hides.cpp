// wall: 3
// what: a member function names what a local of its caller hides
// expect: convert
#include "sgdnn_api.h"

static int scale = 3;
struct Plan
{
  sg_api_one_t api;
  Plan ( const SgdnnTensor_t & t, int k ) { int scale = k; api.dim = scale; api.input_global_addr = t.addr; }
  void set ( int k ) { api.mode = k * scaled(); }
  int scaled() { return api.dim + 1; }
};

tpu_status_t sgdnnObjectHides ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  int k = mode + 1;
  int api = 5;
  Plan plan ( output, k * 2 );
  plan.set ( api + k );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_hides", &plan.api, sizeof ( plan.api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_hides_mc", &plan.api, sizeof ( plan.api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
