// wall: 3
// what: a buffer of an operator is exchanged with the caller's tensor
// expect: refused
#include "sgdnn_api.h"
#include <algorithm>

tpu_status_t sgdnnEscapes ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t * out, bool non_blocking )
{
  tpu_device_mem_t m; SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 64 ) ); 
  SgdnnTensor_t t = input; t.addr = sgdnnGetDeviceAddr ( m ); std::swap ( *out, t );
  return SG_SUCCESS;
}
