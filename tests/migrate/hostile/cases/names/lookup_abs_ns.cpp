// wall: 2
// what: using namespace std is lost for a type: abs (int) instead of std::abs (float)
// expect: either
#include <cmath>
#include "sgdnn_api.h"
using namespace std;
struct V { float n; V ( float x ) : n ( abs ( x ) ) {} };

tpu_status_t sgdnnLookupAbsNs ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  V v ( mode * 0.5f ); api.value = v.n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_n1_abs_ns", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
