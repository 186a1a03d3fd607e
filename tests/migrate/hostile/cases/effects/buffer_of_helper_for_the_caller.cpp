// wall: 4
// what: a helper's buffer reaches the tensor of the operator's own caller
// expect: either
#include "sgdnn_api.h"

static tpu_status_t attach ( tpu_resource_t resource, SgdnnTensor_t * tensor )
{
  tpu_device_mem_t buffer;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, 64 ) );
  tensor->addr = sgdnnGetDeviceAddr ( buffer );
  return SG_SUCCESS;
}
tpu_status_t sgdnnBufferForTheCaller ( tpu_resource_t resource, SgdnnTensor_t * output, int mode, bool non_blocking )
{
  SAFE_CALL ( attach ( resource, output ) );
  return SG_SUCCESS;
}
