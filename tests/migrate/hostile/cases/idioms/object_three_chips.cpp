// wall: 3
// what: an owner on three chips, one of which has no kernel
// expect: convert
// chips: 3
#include "sgdnn_api.h"

struct Buf
{
  Buf ( tpu_resource_t r, size_t n ) : r_ ( r ) { SAFE_CALL ( sgdnnMallocDeviceByte ( r_, &m_, n ) ); }
  ~Buf() { sgdnnFreeDevice ( r_, m_ ); }
  unsigned long long addr() const { return sgdnnGetDeviceAddr ( m_ ); }
private:
  tpu_resource_t r_;
  tpu_device_mem_t m_;
};

tpu_status_t sgdnnObjectThreeChips ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
#if defined BACKEND_SG2260
  Buf buf ( resource, 128 );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.buffer_global_addr = buf.addr();
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_three", &api, sizeof ( api ), non_blocking ) );
#elif defined BACKEND_1684X
  Buf buf ( resource, 64 );
  sg_api_two_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = buf.addr();
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_three_1", &api, sizeof ( api ) ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
