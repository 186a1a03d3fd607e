// wall: 3
// what: free by helper of helper
// expect: either
#include "sgdnn_api.h"
static void give1 ( tpu_resource_t resource, tpu_device_mem_t mem )
{
  sgdnnFreeDevice ( resource, mem );
}
static void give ( tpu_resource_t resource, tpu_device_mem_t mem )
{
  give1 ( resource, mem );
}
tpu_status_t sgdnnX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  give ( resource, sgdnnMemFromDevice ( input.addr, 64 ) );
  return SG_SUCCESS;
}
