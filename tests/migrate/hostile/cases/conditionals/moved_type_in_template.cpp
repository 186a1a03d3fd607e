// wall: 1
// what: a template counts by a type per chip
// expect: either
#include "sgdnn_api.h"
#ifdef BACKEND_1684X
#define NUM 4
#else
#define NUM 8
#endif
struct Part { int pad[NUM]; };
template < typename T > static int count ( const T & ) { static int n = 0; return ++n & 7; }
static int other () { Part p = {}; return count ( p ); }

tpu_status_t sgdnnMovedTypeInTemplate ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  Part p = {};
  api.kind = count ( p );
  api.flags = other ();
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_m24", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_m24", &api, sizeof ( api ), non_blocking );
#endif
}
