// wall: 3
// what: memory is made of a tensor's address and an offset, to copy a part
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnDo2 ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  return sgdnnMemcpyD2D ( resource, sgdnnMemFromDevice ( y.addr, 32 ), 0, sgdnnMemFromDevice ( x.addr + 16, 16 ), 0, 16 );
}
