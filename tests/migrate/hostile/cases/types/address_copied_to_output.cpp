// wall: 3
// what: a caller's tensor gets an address
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnCopiedToOutput ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t * output, int mode, bool non_blocking )
{
  output->addr = input.addr;
  output->dim = mode;
  return SG_SUCCESS;
}
