// wall: 3
// what: a mask of data types
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnDtypeShift ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const unsigned mask = ( 1u << SGDNN_DTYPE_FP32 ) | ( 1u << SGDNN_DTYPE_FP16 );
  api.dim = ( mask >> input.dtype ) & 1;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_dtype_shift", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
