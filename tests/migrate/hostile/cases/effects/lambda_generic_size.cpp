// wall: 4
// what: a generic lambda asks the size of a data type and of a tensor
// expect: equal
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaGenericSize ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  auto bytes = [] ( auto a ) { return sizeof ( a ); };
  api.shape[0] = ( int ) ( bytes ( input ) + bytes ( input.dtype ) + bytes ( mode ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
