// wall: 1
// what: a reference to a constant per chip is kept
// expect: either
#include <algorithm>
#include "sgdnn_api.h"
#ifdef BACKEND_1684X
static const int kCores = 2;
#else
static const int kCores = 5;
#endif
static int clobber ( int m ) { volatile int v[64]; for ( int i = 0; i < 64; ++i ) v[i] = m; return v[3]; }
static const int & atLeast ( const int & n ) { return std::max ( kCores, n ); }

tpu_status_t sgdnnValueBoundByReference ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  const int & most = atLeast ( mode );
  api.flags = clobber ( 4 );
  api.kind = most;
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_m22", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_m22", &api, sizeof ( api ), non_blocking );
#endif
}
