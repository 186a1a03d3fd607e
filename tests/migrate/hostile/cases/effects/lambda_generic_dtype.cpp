// wall: 4
// what: a generic lambda computes with the number of a data type
// expect: equal
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaGenericDtype ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  auto code = [] ( auto a ) { return ( int ) a * 2; };
  api.shape[0] = code ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
