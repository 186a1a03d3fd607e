// wall: 3
// what: a template does arithmetic on a data type
// expect: either
#include "sgdnn_api.h"

template < class T > static int next_of ( T x ) { return x + 1; }
tpu_status_t sgdnnDtypeArithmeticTemplate ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = next_of ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_dtype_arithmetic_template", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
