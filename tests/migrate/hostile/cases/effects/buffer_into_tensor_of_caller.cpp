// wall: 4
// what: the caller's tensor gets a buffer
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnBufferOfCaller ( tpu_resource_t resource, SgdnnTensor_t * output, int mode, bool non_blocking )
{
  tpu_device_mem_t buffer;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, 64 ) );
  output->addr = sgdnnGetDeviceAddr ( buffer );
  return SG_SUCCESS;
}
