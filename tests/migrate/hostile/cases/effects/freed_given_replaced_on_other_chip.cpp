// wall: 3
// what: a copy has an address of its own in one branch and is freed in the other
// expect: refused
#include "sgdnn_api.h"
tpu_status_t sgdnnFreedGivenReplacedOnOtherChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  tpu_device_mem_t m;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 64 ) );
  SgdnnTensor_t c = input;
#if defined BACKEND_1684X
  c.addr = sgdnnGetDeviceAddr ( m );
  api.other_global_addr = c.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_ci", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_ci", &api, sizeof ( api ), non_blocking ) );
  sgdnnFreeDevice ( resource, sgdnnMemFromDevice (  c.addr, 64 ) );
#endif
  return SG_SUCCESS;
}
