// wall: 2
// what: in-class << (int) is chosen where the free << (float) is left behind
// expect: either
#include "sgdnn_api.h"
struct Out { int v = 0; Out & operator<< ( int x ) { v += x; return *this; } };
static Out & operator<< ( Out & o, float x ) { o.v += (int) ( x * 100 ); return o; }
struct Other;

tpu_status_t sgdnnUnnamedAmbiguousShift ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  Out o; o << 2.5f; api.mode = o.v;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a11_ambiguous_shift", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
