// wall: 4
// what: the address is read out of the memory object on one chip
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnBufferMemberChain ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_device_mem_t buffer;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, 64 ) );
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X
  api.buffer_global_addr = buffer.u.device.device_addr;
#else
  api.buffer_global_addr = ( unsigned long long ) buffer;
#endif
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_chain", &api, sizeof ( api ), non_blocking ) );
  sgdnnFreeDevice ( resource, buffer );
  return SG_SUCCESS;
}
