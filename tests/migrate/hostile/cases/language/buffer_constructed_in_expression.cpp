// wall: 1
// what: a device buffer that an expression makes, `T()`: a pointer's type cannot stand there
// expect: either
#include "sgdnn_api.h"
#include <utility>

tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  auto p = std::make_pair ( tpu_device_mem_t(), 3 );
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &p.first, 64 ) );
  api.buffer_global_addr = sgdnnGetDeviceAddr ( p.first );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
