// wall: 3
// what: a member function of a private header's class counts for two sources
// expect: equal
//- src/device_buffer.h
#pragma once
#include "sgdnn_api.h"
class DeviceBuffer
{
 public:
  DeviceBuffer ( tpu_resource_t resource, unsigned long long bytes ) : resource_ ( resource )
  {
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource_, &mem_, bytes ) );
  }
  ~DeviceBuffer() { sgdnnFreeDevice ( resource_, mem_ ); }
  DeviceBuffer ( const DeviceBuffer & ) = delete;
  DeviceBuffer & operator= ( const DeviceBuffer & ) = delete;
  unsigned long long addr() const { return sgdnnGetDeviceAddr ( mem_ ); }
  int number() const { static int n = 0; return ++n; }
 private:
  tpu_resource_t resource_;
  tpu_device_mem_t mem_;
};
//- src/case.cpp
#include "sgdnn_api.h"
#include "device_buffer.h"

tpu_status_t sgdnnPrivateHeaderClassCounts ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  DeviceBuffer work ( resource, sgdnnTensorBytes ( &input ) );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.buffer_global_addr = work.addr();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_private_header_class_counts", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_private_header_class_counts_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
//- src/other.cpp
#include "sgdnn_api.h"
#include "device_buffer.h"
tpu_status_t sgdnnPrivateHeaderClassCountsOther ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  DeviceBuffer tmp ( resource, 64 );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.buffer_global_addr = tmp.addr();
  api.dim = tmp.number();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_private_header_class_counts_other", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_private_header_class_counts_other_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
