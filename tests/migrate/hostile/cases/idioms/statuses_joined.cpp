// wall: 3
// what: failures are joined by |= and asked at the end
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnOrs ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  int err = 0;
  tpu_device_mem_t m;
  err |= sgdnnMallocDeviceByte ( resource, &m, 64 );
  err |= sgdnnMemcpyD2D ( resource, m, 0, sgdnnMemFromDevice ( x.addr, 64 ), 0, 64 );
  err |= sgdnnMemcpyD2D ( resource, sgdnnMemFromDevice ( y.addr, 64 ), 0, m, 0, 64 );
  sgdnnFreeDevice ( resource, m );
  return err ? SG_FAILURE : SG_SUCCESS;
}
