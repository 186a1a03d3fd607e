// wall: 3
// what: a reference to a field of an object that is const
// expect: equal
#include "sgdnn_api.h"

class DeviceBuffer
{
 public:
  int n = 4;
  DeviceBuffer ( tpu_resource_t resource, unsigned long long bytes ) : resource_ ( resource )
  {
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource_, &mem_, bytes ) );
  }
  ~DeviceBuffer() { sgdnnFreeDevice ( resource_, mem_ ); }
  DeviceBuffer ( const DeviceBuffer & ) = delete;
  DeviceBuffer & operator= ( const DeviceBuffer & ) = delete;
  unsigned long long addr() const { return sgdnnGetDeviceAddr ( mem_ ); }
 private:
  tpu_resource_t resource_;
  tpu_device_mem_t mem_;
};

tpu_status_t sgdnnObjectConstantReferred ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  const DeviceBuffer work ( resource, 64 );
  auto & n = work.n;
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.buffer_global_addr = work.addr();
  api.dim = n;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_object_constant_referred", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_object_constant_referred_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
