// wall: 2
// what: a static is given what a pointer to a table of the chip leads to
// expect: either
#include "sgdnn_api.h"
#ifdef BACKEND_SG2260
static const int kTable[2] = { 8, 16 };
#else
static const int kTable[2] = { 1, 2 };
#endif
static int pick ( const int * t, int i ) { static int last = 0; if ( !last ) last = t[i]; return last; }
tpu_status_t sgdnnPk ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  sg_api_two_t api = { x.addr, y.addr, pick ( kTable, 1 ), 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_pk", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_pk_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
