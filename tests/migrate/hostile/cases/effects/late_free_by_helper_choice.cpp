// wall: 3
// what: free by helper choice
// expect: either
#include "sgdnn_api.h"
static void give ( tpu_resource_t resource, tpu_device_mem_t mem, int n )
{
  sgdnnFreeDevice ( resource, mem );
}
tpu_status_t sgdnnX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  tpu_device_mem_t in = sgdnnMemFromDevice ( input.addr, 64 ), b;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &b, 64 ) );
  api.buffer_global_addr = sgdnnGetDeviceAddr ( b );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  give ( resource, mode > 1 ? b : in, mode );
  return SG_SUCCESS;
}
