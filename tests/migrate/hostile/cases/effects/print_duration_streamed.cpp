// wall: 4
// what: a stream print of how long something took, asked from the clock in the print
// expect: convert
#include "sgdnn_api.h"
#include <chrono>
#include <iostream>

tpu_status_t sgdnnPrintDurationStreamed ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  auto t0 = std::chrono::system_clock::now ( );
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  std::cout << "took " << std::chrono::duration_cast < std::chrono::milliseconds > ( std::chrono::system_clock::now ( ) - t0 ).count ( ) << " ms" << std::endl;
  return SG_SUCCESS;
}
