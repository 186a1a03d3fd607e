// wall: 3
// what: a constructor that ends the program where it throws
// expect: equal
#include "sgdnn_api.h"

struct Buffer
{
  tpu_resource_t resource;
  tpu_device_mem_t mem;
  int x;
  Buffer ( tpu_resource_t r, int n ) noexcept : resource ( r ), x ( n ) { if ( n == 99 ) throw 3; SAFE_CALL ( sgdnnMallocDeviceByte ( r, &mem, 64 ) ); }

  ~Buffer() { sgdnnFreeDevice ( resource, mem ); }
  Buffer ( const Buffer & ) = delete;
  unsigned long long addr() const { return sgdnnGetDeviceAddr ( mem ); }
};

tpu_status_t sgdnnObjectNoexceptThrows ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Buffer work ( resource, mode );
  api.buffer_global_addr = work.addr();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_object_noexcept_throws", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_object_noexcept_throws_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
