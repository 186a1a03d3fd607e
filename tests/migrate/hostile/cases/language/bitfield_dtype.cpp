// wall: 3
// what: a bit-field of the data type's type
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnBitfieldDtype ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  struct { SgdnnDataType_t kind : 4; unsigned rest : 4; } bits = { input.dtype, 3 };
  api.dim = bits.kind == SGDNN_DTYPE_FP32 ? 1 : 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_bitfield_dtype", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
