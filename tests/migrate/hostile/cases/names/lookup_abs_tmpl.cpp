// wall: 2
// what: ... in a function template
// expect: either
#include <cmath>
#include "sgdnn_api.h"
using namespace std;
template <class T> static T mag ( T x ) { return abs ( x ); }

tpu_status_t sgdnnLookupAbsTmpl ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.value = mag ( mode * 0.5f );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_n3_abs_tmpl", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
