// wall: 3
// what: a buffer of an operator is left in the caller's tensor by a helper
// expect: refused
#include "sgdnn_api.h"
#include <algorithm>

static void leave ( tpu_resource_t resource, SgdnnTensor_t * t ) { tpu_device_mem_t m; SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 64 ) ); t->addr = sgdnnGetDeviceAddr ( m ); }
tpu_status_t sgdnnEscapes ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t * out, bool non_blocking )
{
  leave ( resource, out );
  return SG_SUCCESS;
}
