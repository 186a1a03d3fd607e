// wall: 4
// what: a lambda gives the address of its copy of a number that changes
// expect: equal
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaGivesAddressOfCopy ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  int n = mode;
  auto run = [n] { return &n; };
  int a = *run ( );
  n = 4;
  int b = *run ( );
  api.dim = a * 10 + b;
  probe ( a );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
