// wall: 3
// what: an array of tensors has a cleared element, one that is given, and others
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SgdnnTensor_t ts[4] = { { 0 }, input };

  return SG_SUCCESS;
}
