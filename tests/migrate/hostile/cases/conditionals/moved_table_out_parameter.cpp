// wall: 1
// what: the address of a table per chip goes out through a parameter
// expect: either
#include "sgdnn_api.h"
static int clobber ( int m ) { volatile int v[64]; for ( int i = 0; i < 64; ++i ) v[i] = m; return v[3]; }
#ifdef BACKEND_1684X
const int kTable[] = { 1, 2 };
#else
const int kTable[] = { 5, 6 };
#endif
static void pick ( int m, const int * * to ) { *to = &kTable[m & 1]; }
tpu_status_t sgdnnMovedTableOutParameter ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  const int * p = nullptr;
  pick ( mode, &p );
  api.flags = clobber ( 4 );
  api.kind = *p;
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_m12", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_m12", &api, sizeof ( api ), non_blocking );
#endif
}
