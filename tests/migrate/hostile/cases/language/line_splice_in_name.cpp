// wall: 2
// what: a line splice inside a name
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnLineSpliceInName ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.di\
m = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_line_splice_in_name", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
