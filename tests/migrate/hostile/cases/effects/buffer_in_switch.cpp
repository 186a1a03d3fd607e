// wall: 4
// what: a buffer declared before the cases of a switch
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnBufferInSwitch ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  switch ( mode )
  {
    tpu_device_mem_t buffer;
    case 1:
      SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, 64 ) );
      api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer );
      sgdnnFreeDevice ( resource, buffer );
      break;
    case 2:
      SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, 32 ) );
      api.other_global_addr = sgdnnGetDeviceAddr ( buffer );
      sgdnnFreeDevice ( resource, buffer );
      break;
    default:
      break;
  }
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_switch", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_switch_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
