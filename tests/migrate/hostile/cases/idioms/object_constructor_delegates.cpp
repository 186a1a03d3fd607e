// wall: 3
// what: two constructors, of which one leaves the object to the other and computes with both's parameters, which have one name
// expect: convert
#include "sgdnn_api.h"

struct Buffer
{
  tpu_resource_t resource;
  tpu_device_mem_t mem;
  int x;
  int y;
  Buffer ( tpu_resource_t r, int a, int b ) : resource ( r ), x ( a ), y ( b ) { SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, a * 16 + b ) ); x += 1; }
  Buffer ( tpu_resource_t r, int b ) : Buffer ( r, b + 1, b ) { y = y * 10 + x + b; }

  ~Buffer() { sgdnnFreeDevice ( resource, mem ); }
  Buffer ( const Buffer & ) = delete;
  unsigned long long addr() const { return sgdnnGetDeviceAddr ( mem ); }
};

tpu_status_t sgdnnObjectConstructorDelegates ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Buffer work ( resource, mode );
  api.buffer_global_addr = work.addr();
  api.dim = work.x * 100 + work.y;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_object_constructor_delegates", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_object_constructor_delegates_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
