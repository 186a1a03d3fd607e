// wall: 2
// what: an operator that using namespace std::rel_ops brings (exit 0)
// expect: either
#include <utility>
#include "sgdnn_api.h"
struct V { int n; bool operator== ( const V & o ) const { return n % 2 == o.n % 2; } operator int () const { return n; } };
using namespace std::rel_ops;

tpu_status_t sgdnnUnnamedRelOps ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  V a { mode }, b { 1 }; api.mode = a != b;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a1_rel_ops", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
