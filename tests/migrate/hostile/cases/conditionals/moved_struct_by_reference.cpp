// wall: 1
// what: a constant struct per chip is returned by reference
// expect: either
#include "sgdnn_api.h"
struct Limit { int k, n; };
static int clobber ( int m ) { volatile int v[64]; for ( int i = 0; i < 64; ++i ) v[i] = m; return v[3]; }
#ifdef BACKEND_1684X
const Limit kLimit = { 1, 2 };
#else
const Limit kLimit = { 7, 9 };
#endif
static const Limit & limit () { return kLimit; }
tpu_status_t sgdnnMovedStructByReference ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  const Limit & l = limit ();
  api.flags = clobber ( 4 );
  api.kind = l.n;
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_m11", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_m11", &api, sizeof ( api ), non_blocking );
#endif
}
