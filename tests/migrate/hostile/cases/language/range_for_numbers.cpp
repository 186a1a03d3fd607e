// wall: 2
// what: a range-based for over numbers
// expect: either
#include "sgdnn_api.h"

#include <initializer_list>
tpu_status_t sgdnnRangeForNumbers ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  for ( int n : { 1, 2, 3 } ) api.dim = n * mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_range_for_numbers", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
