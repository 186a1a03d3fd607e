// wall: 3
// what: a class of another namespace, of a header
// expect: either
#include "sgdnn_api.h"
namespace a {
class Buffer
{
 public:
  Buffer ( tpu_resource_t r, unsigned long long bytes ) : resource_ ( r ) { SAFE_CALL ( sgdnnMallocDeviceByte ( resource_, &mem_, bytes ) ); }
  ~Buffer() { sgdnnFreeDevice ( resource_, mem_ ); }
  
  unsigned long long addr() const { return sgdnnGetDeviceAddr ( mem_ ); }
 private:
  tpu_resource_t resource_;
  tpu_device_mem_t mem_;
};
}
namespace c { struct Buffer { int n; int more; }; }

tpu_status_t sgdnnObjectOfOtherNamespace ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  a::Buffer work ( resource, sgdnnTensorBytes ( &input ) );
  api.buffer_global_addr = work.addr();
  c::Buffer more { 3, 4 };
  api.dim = more.n;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_k", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_k_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
