// wall: 3
// what: free behind own structs
// expect: convert
// flags: -std=c++17
#include "sgdnn_api.h"
tpu_status_t sgdnnFreeRes ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_device_mem_t m;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 64 ) );
#if defined BACKEND_1684X
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( m );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k_1", &api, sizeof ( sg_api_one_t ) ) );
#else
  sg_api_two_t api;
  api.input_global_addr = sgdnnGetDeviceAddr ( m );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k_2", &api, sizeof ( sg_api_two_t ), non_blocking ) );
#endif
  sgdnnFreeDevice ( resource, m );
  return SG_SUCCESS;
}
