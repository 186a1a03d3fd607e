// wall: 3
// what: free by helper that allocates
// expect: either
#include "sgdnn_api.h"
static void give ( tpu_resource_t resource, SgdnnTensor_t t )
{
  tpu_device_mem_t x;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &x, 64 ) );
  sgdnnFreeDevice ( resource, x );
  sgdnnFreeDevice ( resource, sgdnnMemFromDevice ( t.addr, 64 ) );
}
tpu_status_t sgdnnX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  give ( resource, input );
  return SG_SUCCESS;
}
