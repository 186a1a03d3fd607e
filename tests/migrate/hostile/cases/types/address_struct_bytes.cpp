// wall: 3
// what: the kernel's struct is an array of bytes
// expect: either
#include "sgdnn_api.h"
#include <string.h>
tpu_status_t sgdnnStructBytes ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  unsigned char room[16];
  unsigned long long where[2] = { input.addr, output.addr };
  memcpy ( room, where, sizeof ( room ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_bytes", room, sizeof ( room ), non_blocking ) );
  return SG_SUCCESS;
}
