// wall: 3
// what: print own manipulator effect
// expect: either
#include "sgdnn_api.h"
#include <iostream>
static std::ostream & tag ( std::ostream & o ) { probe ( 4 ); return o << "tag"; }
tpu_status_t sgdnnX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  std::cout << "a" << tag << mode << std::endl;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
