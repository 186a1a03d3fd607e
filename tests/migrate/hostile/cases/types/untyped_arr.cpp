// wall: 3
// what: ... to an element of an array, in braces
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnUntypedArr ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  const void * v[] = { &input.dtype }; api.mode = *static_cast<const int *> ( v[0] );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b4_arr", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
