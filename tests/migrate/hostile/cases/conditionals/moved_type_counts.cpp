// wall: 1
// what: a member function of a type per chip counts
// expect: either
#include "sgdnn_api.h"
#ifdef BACKEND_1684X
#define NUM 4
#else
#define NUM 8
#endif
struct Seq { int pad[NUM]; int next () { static int n = 0; return ++n & 7; } };
static int other () { Seq s; return s.next (); }

tpu_status_t sgdnnMovedTypeCounts ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  Seq s;
  api.kind = s.next ();
  api.flags = other ();
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_m23", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_m23", &api, sizeof ( api ), non_blocking );
#endif
}
