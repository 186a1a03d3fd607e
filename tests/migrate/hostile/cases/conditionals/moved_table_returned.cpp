// wall: 1
// what: the address of an element of a table per chip is returned
// expect: either
#include "sgdnn_api.h"
#ifdef BACKEND_1684X
const int kTable[] = { 1, 2 };
#else
const int kTable[] = { 5, 6 };
#endif
static const int * pick ( int m ) { return &kTable[m & 1]; }
tpu_status_t sgdnnMovedTableReturned ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  api.kind = * pick ( mode );
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_m10", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_m10", &api, sizeof ( api ), non_blocking );
#endif
}
