// wall: 4
// what: a lambda has a copy of a number that another lambda changes before it is called
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaCopiesNumberThatChanges ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  int n = mode;
  auto inc = [&] { ++n; };
  auto run = [n, &api, resource] { api.mode = n; SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) ); };
  inc ( );
  run ( );
  api.shape[0] = n;
  inc ( );
  run ( );
  return SG_SUCCESS;
}
