// wall: 1
// what: <array> is needed, and another header declares std::array without its definition
// expect: convert
#include "sgdnn_api.h"
#include <vector>
#include <array>
#include <map>

tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  std::array<tpu_device_mem_t, 2> mems;
  std::map<int, tpu_device_mem_t> m;
  for ( auto & mem : mems ) SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) );
  m[3] = mems[0];
  for ( const auto & mem : mems ) api.buffer_global_addr = sgdnnGetDeviceAddr ( mem );
  for ( const tpu_device_mem_t & mem : mems ) api.other_global_addr = sgdnnGetDeviceAddr ( mem );
  api.input_global_addr = sgdnnGetDeviceAddr ( m.at ( 3 ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  for ( const auto & mem : mems ) sgdnnFreeDevice ( resource, mem );
  return SG_SUCCESS;
}
