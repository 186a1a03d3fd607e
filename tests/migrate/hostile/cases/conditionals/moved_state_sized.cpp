// wall: 1
// what: a struct with a size per chip keeps a state
// expect: either
#include "sgdnn_api.h"
#ifdef BACKEND_1684X
#define NUM 4
#else
#define NUM 8
#endif
static struct { int calls; int seen[NUM]; } state = { 3 };
static int get () { return state.calls & 7; }

tpu_status_t sgdnnMovedStateSized ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  state.calls += 1;
  api.kind = get ();
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_m17", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_m17", &api, sizeof ( api ), non_blocking );
#endif
}
