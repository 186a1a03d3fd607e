// wall: 2
// what: adjacent string literals
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnAdjacentStringsWithMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const char * text = "sgdnn" "Softmax" "\\";
  api.dim = text[5];
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_adjacent_strings_with_macro", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
