// wall: 3
// what: memory at an offset is kept in a variable
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnDo3 ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  tpu_device_mem_t src = sgdnnMemFromDevice ( x.addr + 16, 16 );
  tpu_device_mem_t dst = sgdnnMemFromDevice ( y.addr, 16 );
  SAFE_CALL ( sgdnnMemcpyD2D ( resource, dst, 0, src, 0, 16 ) );
  return SG_SUCCESS;
}
