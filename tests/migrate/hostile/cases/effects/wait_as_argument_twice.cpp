// wall: 3
// what: a call that waits is the argument of a function, and the second one is asked only where the first did well
// expect: convert
#include "sgdnn_api.h"
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>
static tpu_status_t report ( tpu_status_t s, int n ) { probe ( n ); return s; }

tpu_status_t sgdnnWaitAsArgumentTwice ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  if ( report ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ), 1 ) != SG_SUCCESS || report ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), false ), 2 ) != SG_SUCCESS ) return SG_FAILURE;
  return SG_SUCCESS;
}
