// wall: 3
// what: f_memchr
// expect: either
#include <string.h>
#include "sgdnn_api.h"

tpu_status_t sgdnnTypedMemchr ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.mode = memchr ( &input.dtype, 9, 4 ) != NULL;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_f_memchr", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
