// wall: 4
// what: a lambda in a loop copies the variable of the loop and launches
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaCopiesLoopVariable ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  for ( int i = 0; i < 3; ++i )
  {
    auto run = [=, &api] { api.mode = i; api.shape[0] = mode; return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ); };
    if ( run ( ) != SG_SUCCESS ) return SG_FAILURE;
  }
  return SG_SUCCESS;
}
