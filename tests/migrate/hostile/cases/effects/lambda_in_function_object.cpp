// wall: 3
// what: a std::function that is only called holds a lambda that launches
// expect: convert
#include "sgdnn_api.h"
#include <functional>

tpu_status_t sgdnnLambdaInFunctionObject ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  std::function<tpu_status_t ( int )> run = [&] ( int n )
  {
    api.mode = n;
    return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false );
  };
  SAFE_CALL ( run ( 1 ) );
  SAFE_CALL ( run ( mode ) );
  return SG_SUCCESS;
}
