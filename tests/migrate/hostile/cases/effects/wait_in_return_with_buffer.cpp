// wall: 4
// what: a device buffer lives to a return that waits
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitInReturnWithBuffer ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  tpu_device_mem_t mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) );
  api.input_global_addr = sgdnnGetDeviceAddr ( mem );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), false ) );
  sgdnnFreeDevice ( resource, mem );
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), false );
}
