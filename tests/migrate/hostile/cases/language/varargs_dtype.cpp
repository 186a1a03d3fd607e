// wall: 3
// what: a data type goes through an ellipsis
// expect: either
#include "sgdnn_api.h"

#include <stdarg.h>
static int first_of ( int n, ... ) { va_list l; va_start ( l, n ); int x = va_arg ( l, int ); va_end ( l ); return x; }
tpu_status_t sgdnnVarargsDtype ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = first_of ( 2, input.dtype, mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_varargs_dtype", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
