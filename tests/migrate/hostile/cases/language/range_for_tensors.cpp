// wall: 3
// what: a range-based for over tensors
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnRangeForTensors ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const SgdnnTensor_t tensors[] = { input, bias, output };
  int i = 0;
  for ( const auto & t : tensors ) api.shape[i++] = t.dim + ( t.addr != 0 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_range_for_tensors", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
