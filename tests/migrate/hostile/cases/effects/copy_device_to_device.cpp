// wall: 4
// what: device memory is copied with offsets
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnCopyDevice ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SAFE_CALL ( sgdnnMemcpyD2D ( resource, sgdnnMemFromDevice ( output.addr, 64 ), 8, sgdnnMemFromDevice ( input.addr, 64 ), 16, 32 ) );
  return SG_SUCCESS;
}
