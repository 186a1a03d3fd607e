// wall: 2
// what: a variadic helper
// expect: either
#include "sgdnn_api.h"
#include <stdarg.h>
static int sum ( int n, ... )
{
  va_list l; va_start ( l, n ); int s = 0;
  for ( int i = 0; i < n; i++ ) s += va_arg ( l, int );
  va_end ( l ); return s;
}
tpu_status_t sgdnnHarmlessVa ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.mode = sum ( 2, mode, 3 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_x_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
