// wall: 2
// what: bit-fields of numbers
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnBitfieldNumber ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  struct { unsigned low : 3, high : 5; } bits = { ( unsigned ) mode, 9 };
  api.dim = bits.low + bits.high;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_bitfield_number", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
