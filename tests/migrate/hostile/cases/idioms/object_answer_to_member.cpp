// wall: 3
// what: getter as argument of a member that grows
// expect: either
#include "sgdnn_api.h"
class Buffer
{
 public:
  Buffer ( tpu_resource_t r, unsigned long long bytes ) : resource_ ( r ) { SAFE_CALL ( sgdnnMallocDeviceByte ( resource_, &mem_, bytes ) ); }
  ~Buffer() { sgdnnFreeDevice ( resource_, mem_ ); }
  tpu_device_mem_t mem() const { return mem_; }
  unsigned long long renew ( const tpu_device_mem_t & before ) { grow ( 128 ); return sgdnnGetDeviceAddr ( before ); }
  unsigned long long addr() const { return sgdnnGetDeviceAddr ( mem_ ); }
  void grow ( unsigned long long n ) { SAFE_CALL ( sgdnnMallocDeviceByte ( resource_, &mem_, n ) ); }
  void release() { sgdnnFreeDevice ( resource_, mem_ ); }
  tpu_resource_t resource_;
  tpu_device_mem_t mem_;
};

tpu_status_t sgdnnCMemberArg ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Buffer work ( resource, sgdnnTensorBytes ( &input ) );
  api.other_global_addr = work.renew ( work.mem() );
  api.buffer_global_addr = work.addr();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_k_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
