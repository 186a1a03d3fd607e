// wall: 3
// what: a fold expression over tensors' addresses
// expect: either
#include "sgdnn_api.h"

template < class ... T > static bool any_null ( const T & ... t ) { return ( ... || ( t.addr == 0 ) ); }
tpu_status_t sgdnnFoldOverTensors ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = any_null ( input, bias ) ? 1 : 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_fold_over_tensors", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
