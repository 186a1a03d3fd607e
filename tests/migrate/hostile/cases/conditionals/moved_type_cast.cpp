// wall: 1
// what: a type per chip is asked for by dynamic_cast
// expect: either
#include "sgdnn_api.h"
#ifdef BACKEND_1684X
#define NUM 4
#else
#define NUM 8
#endif
struct Base { virtual ~Base () {} };
struct Wide : Base { int v[NUM]; };
static int isWide ( Base * b ) { return dynamic_cast < Wide * > ( b ) != nullptr; }

tpu_status_t sgdnnMovedTypeCast ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  Wide w;
  api.kind = isWide ( &w );
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_m25", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_m25", &api, sizeof ( api ), non_blocking );
#endif
}
