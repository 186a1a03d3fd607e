// wall: 2
// what: a static counts what the handle's calls answered
// expect: either
#include "sgdnn_api.h"
static int note ( bool failed ) { static int n = 0; if ( failed ) n++; return n; }
tpu_status_t sgdnnNote ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  tpu_status_t ret = sgdnnMemcpyD2D ( resource, sgdnnMemFromDevice ( y.addr, 16 ), 0, sgdnnMemFromDevice ( x.addr, 16 ), 0, 16 );
  sg_api_two_t api = { x.addr, y.addr, note ( ret != SG_SUCCESS ), 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_note", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_note_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return ret;
}
