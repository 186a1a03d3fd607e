// wall: 3
// what: a copy is replaced and freed in the branch of one chip
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnFreedOwnOnOneChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  SgdnnTensor_t c = input;
#if defined BACKEND_1684X
  tpu_device_mem_t m;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 64 ) );
  c.addr = sgdnnGetDeviceAddr ( m );
  api.other_global_addr = c.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_ci", &api, sizeof ( api ) ) );
  sgdnnFreeDevice ( resource, sgdnnMemFromDevice (  c.addr, 64 ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_ci", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
