// wall: 3
// what: helper given a buffer
// expect: convert
// flags: -std=c++17
#include "sgdnn_api.h"
static tpu_status_t step ( tpu_resource_t resource, unsigned long long src, tpu_device_mem_t dst, bool non_blocking )
{
  sg_api_two_t api = {};
  api.input_global_addr = src;
  api.output_global_addr = sgdnnGetDeviceAddr ( dst );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k_step", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnR02 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_device_mem_t a;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &a, 64 ) );
  SAFE_CALL ( step ( resource, input.addr, a, non_blocking ) );
  sgdnnFreeDevice ( resource, a );
  return SG_SUCCESS;
}
