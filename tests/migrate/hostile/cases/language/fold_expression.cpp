// wall: 2
// what: a fold expression in a helper
// expect: either
#include "sgdnn_api.h"

template < class ... T > static int sum_of ( T ... t ) { return ( 0 + ... + t ); }
tpu_status_t sgdnnFoldExpression ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = sum_of ( mode, 2, 3 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_fold_expression", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
