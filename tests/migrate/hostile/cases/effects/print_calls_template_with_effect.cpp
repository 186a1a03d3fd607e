// wall: 4
// what: an argument of printf is a function template, with its arguments written out, that sets a variable
// expect: equal
#include "sgdnn_api.h"
#include <utility>

tpu_status_t sgdnnPrintCallsTemplateWithEffect ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  int n = mode;
  printf ( "%d\n", std::exchange < int > ( n, 3 ) );
  api.shape[0] = n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
