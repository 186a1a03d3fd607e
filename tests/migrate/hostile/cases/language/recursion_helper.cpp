// wall: 2
// what: a helper that calls itself
// expect: either
#include "sgdnn_api.h"

static int factorial ( int n ) { return n < 2 ? 1 : n * factorial ( n - 1 ); }
tpu_status_t sgdnnRecursionHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = factorial ( mode & 7 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_recursion_helper", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
