// wall: 1
// what: the distance to the beginning of a table per chip
// expect: either
#include "sgdnn_api.h"
#ifdef BACKEND_1684X
static const int kTable[] = { 1, 2 };
#else
static const int kTable[] = { 5, 6 };
#endif
static int place ( const int * p ) { return ( int ) ( p - kTable ); }
tpu_status_t sgdnnMovedTableDistance ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  api.kind = place ( &kTable[mode & 1] );
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_m13", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_m13", &api, sizeof ( api ), non_blocking );
#endif
}
