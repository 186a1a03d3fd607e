// wall: 3
// what: print only manipulator empty line
// expect: either
#include "sgdnn_api.h"
#include <iostream>
#include <iomanip>
tpu_status_t sgdnnX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  if ( mode == 2 ) std::cout << std::hex;
  std::cout << std::hex << mode << std::endl;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
