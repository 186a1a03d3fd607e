// wall: 3
// what: a helper that only calls it is given a lambda that launches
// expect: convert
#include "sgdnn_api.h"
#include <functional>
template <typename F> static void each ( int n, F && f ) { for ( int i = 0; i < n; ++i ) f ( i ); }
tpu_status_t sgdnnLambdaGivenToHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  each ( 3, [&] ( int n )
  {
    api.mode = n;
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  } );
  return SG_SUCCESS;
}
