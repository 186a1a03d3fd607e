// wall: 3
// what: constants and an unnamed enum of a class, used in it as the size of an array, in a default, and outside
// expect: convert
#include "sgdnn_api.h"

struct Buffer
{
  static constexpr int N = 4;
  static const int M = N + 1;
  enum { K = M * 2, J };
  tpu_resource_t resource;
  tpu_device_mem_t mem;
  int sizes[N];
  Buffer ( tpu_resource_t r, unsigned long long bytes = N * 16 ) : resource ( r )
  {
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, bytes * K ) );
    for ( int i = 0; i < N; ++i ) sizes[i] = i + J;
  }
  ~Buffer() { sgdnnFreeDevice ( resource, mem ); }
  unsigned long long addr() const { return sgdnnGetDeviceAddr ( mem ); }
  int size ( int i ) const { return sizes[i & ( N - 1 )] + M; }
};

tpu_status_t sgdnnObjectClassConstants ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Buffer work ( resource, sgdnnTensorBytes ( &input ) );
  api.buffer_global_addr = work.addr();
  api.dim = work.size ( mode ) + Buffer::N + Buffer::K;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_object_class_constants", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_object_class_constants_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
