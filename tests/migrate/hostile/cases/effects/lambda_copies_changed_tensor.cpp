// wall: 3
// what: a lambda has a copy of a tensor that a helper changes afterwards
// expect: equal
#include "sgdnn_api.h"
#include <exception>
#include <string>
#include <vector>
#include <functional>
static void swap_ ( SgdnnTensor_t & a, SgdnnTensor_t & b ) { SgdnnTensor_t c = a; a = b; b = c; }
tpu_status_t sgdnnLambdaCopiesChangedTensor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  auto run = [=] ( int n )
  {
    sg_api_one_t own = {};
    own.input_global_addr = input.addr;
    own.output_global_addr = output.addr;
    own.mode = n + input.dim + input.shape[0];
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &own, sizeof ( own ), false ) );
  };
  swap_ ( input, output );
  run ( 1 );
  return SG_SUCCESS;
}
