// wall: 2
// what: ... in a macro that comes along
// expect: convert
#include <cmath>
#include "sgdnn_api.h"
using namespace std;
#define MAG( x ) abs ( x )

tpu_status_t sgdnnLookupAbsMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.value = MAG ( mode * 0.5f );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_n4_abs_macro", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
