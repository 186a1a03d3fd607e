// wall: 2
// what: an explicit specialisation of a function template is left behind
// expect: either
#include "sgdnn_api.h"
template <class T> static int up ( T x ) { return (int) x * 2; }
template <> int up<float> ( float x ) { return (int) x + 100; }
struct Other;

tpu_status_t sgdnnUnnamedSpec ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.mode = up ( 2.0f );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a6_spec", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
