// wall: 3
// what: a lambda captures an address by an initialiser
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaInitCapture ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  auto fill = [ where = input.addr, &api ] () { api.other_global_addr = where; };
  fill ();
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_lambda_init_capture", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
