// wall: 3
// what: a buffer of an operator is copied into the caller's tensors
// expect: refused
#include "sgdnn_api.h"
#include <algorithm>

tpu_status_t sgdnnEscapes ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t * out, bool non_blocking )
{
  tpu_device_mem_t m; SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 64 ) ); 
  SgdnnTensor_t t[1] = { input }; t[0].addr = sgdnnGetDeviceAddr ( m ); std::copy ( t, t + 1, out );
  return SG_SUCCESS;
}
