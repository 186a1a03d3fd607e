// wall: 3
// what: a helper with the handle gives the address back through pointers
// expect: either
#include "sgdnn_api.h"
static void fill ( tpu_resource_t resource, sg_api_two_t *api, unsigned long long addr, unsigned long long *where )
{
  api->input_global_addr = addr;
  *where = addr;
  probe ( resource != nullptr );
}
static int low ( tpu_resource_t resource, unsigned long long addr ) { return (int) ( addr & 0xff ) + ( resource ? 0 : 1 ); }
static tpu_status_t inner ( tpu_resource_t resource, unsigned long long a, unsigned long long b ) { probe ( a == b ); probe ( (int) ( b - a ) ); return resource ? SG_SUCCESS : SG_FAILURE; }
static tpu_status_t outer ( tpu_resource_t resource, unsigned long long a, SgdnnTensor_t t ) { return inner ( resource, a, t.addr ); }
tpu_status_t sgdnnZi ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  sg_api_two_t api = { 0, 0, 0, 0 };
  unsigned long long out = 0;
  fill ( resource, &api, y.addr, &out );
  api.output_global_addr = out;
  api.dtype = low ( resource, x.addr );
  SAFE_CALL ( inner ( resource, x.addr, x.addr + 4 ) );
  SAFE_CALL ( outer ( resource, x.addr, x ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_fillu", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_fillu_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
