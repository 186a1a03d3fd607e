// wall: 2
// what: a free < is left behind that std::sort uses
// expect: either
#include <algorithm>
#include "sgdnn_api.h"
struct V { int n; operator int () const { return n; } };
static bool operator< ( const V & a, const V & b ) { return a.n > b.n; }
struct Other;

tpu_status_t sgdnnUnnamedSort ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  V v[2] = { { mode }, { 1 } }; std::sort ( v, v + 2 ); api.mode = v[0];
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a5_sort", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
