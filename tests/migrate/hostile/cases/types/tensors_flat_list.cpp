// wall: 3
// what: a flat list initialises the members of the first tensor
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SgdnnTensor_t ts[3] = { 0, 4 };

  return SG_SUCCESS;
}
