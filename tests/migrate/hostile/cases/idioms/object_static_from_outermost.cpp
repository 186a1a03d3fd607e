// wall: 3
// what: static ::Buffer work
// expect: either
#include "sgdnn_api.h"
class Buffer
{
 public:
  Buffer ( tpu_resource_t r, int n ) : resource_ ( r ), n_ ( n ) { SAFE_CALL ( sgdnnMallocDeviceByte ( resource_, &mem_, 64 ) ); }
  ~Buffer() { sgdnnFreeDevice ( resource_, mem_ ); }
  tpu_device_mem_t mem() const { return mem_; }
  unsigned long long addr() const { return sgdnnGetDeviceAddr ( mem_ ); }
  void grow ( unsigned long long n ) { SAFE_CALL ( sgdnnMallocDeviceByte ( resource_, &mem_, n ) ); }
  void release() { sgdnnFreeDevice ( resource_, mem_ ); }
  tpu_resource_t resource_;
  tpu_device_mem_t mem_;
  int n_;
};

tpu_status_t sgdnnKStaticQual ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  static ::Buffer work ( resource, mode );
  api.buffer_global_addr = work.addr();
  api.dim = work.n_;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_k_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
