// wall: 3
// what: min_dropped_argument_refuses
// expect: either
// flags: -std=c++17
#include "sgdnn_api.h"
tpu_status_t sgdnnDroppedSize ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_device_mem_t d = sgdnnMemFromDevice ( output.addr, 8 * sgdnnTPUKernelDType ( output.dtype ) );
  SAFE_CALL ( sgdnnMemcpyD2D ( resource, d, 0, sgdnnMemFromDevice ( input.addr, 64 ), 0, 32 ) );
  return SG_SUCCESS;
}
