// wall: 3
// what: a lambda copies the extents of its tensor into the elements of its own arguments
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  auto run = [=] ( int n )
  {
    sg_api_one_t api = {};
    api.input_global_addr = input.addr;
    api.output_global_addr = output.addr;
    for ( int i = 0; i < input.dim; ++i )
    {
      api.shape[i] = input.shape[i];
    }
    api.mode = n;
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  };
  run ( 1 );
  run ( mode );
  return SG_SUCCESS;
}
