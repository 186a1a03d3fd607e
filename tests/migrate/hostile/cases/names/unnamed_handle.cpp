// wall: 2
// what: the handle has no name
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnUnnamedHandle ( tpu_resource_t, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool )
{
  return input.dim == output.dim && mode > 0 ? SG_SUCCESS : SG_FAILURE;
}
