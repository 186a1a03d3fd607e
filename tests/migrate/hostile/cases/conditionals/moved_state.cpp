// wall: 1
// what: a struct per chip keeps a state
// expect: either
#include "sgdnn_api.h"
struct State { int calls; };
#ifdef BACKEND_1684X
struct State state = { 3 };
#else
struct State state = { 4 };
#endif

tpu_status_t sgdnnMovedState ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  state.calls += 1;
  api.kind = state.calls & 7;
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_m16", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_m16", &api, sizeof ( api ), non_blocking );
#endif
}
