// wall: 2
// what: ... in a member initialiser
// expect: either
#include <cmath>
#include "sgdnn_api.h"
using namespace std;
struct V { float n = abs ( -1.5f ); };

tpu_status_t sgdnnLookupAbsDmi ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  V v; api.value = v.n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_n2_abs_dmi", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
