// wall: 3
// what: an array with as many elements as an enumerator says
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnArraySizeEnumerator ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int table[SGDNN_DTYPE_INT64 + 1] = { 0 };
  api.dim = ( int ) ( sizeof ( table ) / sizeof ( table[0] ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_array_size_enumerator", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
