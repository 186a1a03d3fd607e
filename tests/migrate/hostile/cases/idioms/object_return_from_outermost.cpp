// wall: 3
// what: return ::detail::Buffer::align
// expect: either
#include "sgdnn_api.h"
namespace detail {
class Buffer
{
 public:
  Buffer ( tpu_resource_t r, unsigned long long bytes ) : resource_ ( r ) { SAFE_CALL ( sgdnnMallocDeviceByte ( resource_, &mem_, bytes ) ); }
  ~Buffer() { sgdnnFreeDevice ( resource_, mem_ ); }
  tpu_device_mem_t mem() const { return mem_; }
  static unsigned long long align ( unsigned long long n ) { return ( n + 63 ) / 64 * 64; }
  unsigned long long addr() const { return sgdnnGetDeviceAddr ( mem_ ); }
  void grow ( unsigned long long n ) { SAFE_CALL ( sgdnnMallocDeviceByte ( resource_, &mem_, n ) ); }
  void release() { sgdnnFreeDevice ( resource_, mem_ ); }
  tpu_resource_t resource_;
  tpu_device_mem_t mem_;
};
}
static unsigned long long rounded ( unsigned long long n )
{
  if ( n > 4 ) return ::detail::Buffer::align ( n );
  return n;
}

tpu_status_t sgdnnBReturnQual ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  detail::Buffer work ( resource, sgdnnTensorBytes ( &input ) );
  api.buffer_global_addr = work.addr();
  api.dim = ( int ) rounded ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_k", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_k_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
