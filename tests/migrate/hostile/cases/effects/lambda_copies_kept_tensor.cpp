// wall: 3
// what: a lambda has copies of tensors that nothing changes
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaCopiesKeptTensor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
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
    own.mode = n;
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &own, sizeof ( own ), false ) );
  };
  run ( 1 );
  run ( mode );
  return SG_SUCCESS;
}
