// wall: 3
// what: a buffer of an operator is stored in the caller's tensor through a reference
// expect: refused
#include "sgdnn_api.h"
#include <algorithm>

tpu_status_t sgdnnEscapes ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t * out, bool non_blocking )
{
  tpu_device_mem_t m; SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 64 ) ); 
  SgdnnTensor_t & o = out[0]; o.addr = sgdnnGetDeviceAddr ( m );
  return SG_SUCCESS;
}
