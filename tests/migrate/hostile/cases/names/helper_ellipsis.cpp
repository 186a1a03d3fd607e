// wall: 2
// what: a helper with an ellipsis
// expect: either
#include "sgdnn_api.h"
#include <stdarg.h>
static int total ( int count, ... )
{
  va_list list;
  va_start ( list, count );
  int sum = 0;
  while ( count-- ) sum += va_arg ( list, int );
  va_end ( list );
  return sum;
}

tpu_status_t sgdnnHelperEllipsis ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = total ( 2, mode, 3 );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_ellipsis", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_ellipsis_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
