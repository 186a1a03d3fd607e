// wall: 2
// what: numbers with separators and prefixes
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnDigitSeparators ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = 1'000 + 0b101 + 0x1p4 + 017;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_digit_separators", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
