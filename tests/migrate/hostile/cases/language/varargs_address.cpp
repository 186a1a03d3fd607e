// wall: 3
// what: an address goes through an ellipsis
// expect: either
#include "sgdnn_api.h"

#include <stdarg.h>
static unsigned long long first_of ( int n, ... ) { va_list l; va_start ( l, n ); unsigned long long x = va_arg ( l, unsigned long long ); va_end ( l ); return x; }
tpu_status_t sgdnnVarargsAddress ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.other_global_addr = first_of ( 2, input.addr );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_varargs_address", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
