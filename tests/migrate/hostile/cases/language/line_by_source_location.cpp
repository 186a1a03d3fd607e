// wall: 1
// what: the line by std::source_location
// expect: either
// flags: -std=c++20
#include "sgdnn_api.h"

#include <source_location>
tpu_status_t sgdnnLineBySourceLocation ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = ( int ) std::source_location::current ().line ();
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_line_by_source_location", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
