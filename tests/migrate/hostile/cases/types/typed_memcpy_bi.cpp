// wall: 3
// what: f_memcpy_bi
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnTypedMemcpyBi ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  int n = 0; __builtin_memcpy ( &n, &input.dtype, 4 ); api.mode = n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_f_memcpy_bi", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
