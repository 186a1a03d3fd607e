// wall: 3
// what: braces choose the constructor of a list before that of one argument
// expect: equal
#include "sgdnn_api.h"

#include <initializer_list>

struct Buffer
{
  tpu_resource_t resource;
  tpu_device_mem_t mem;
  int x;
  Buffer ( tpu_resource_t r ) : resource ( r ), x ( 7 ) { SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) ); }
  Buffer ( std::initializer_list<tpu_resource_t> r ) : resource ( *r.begin() ), x ( 9 ) { SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) ); }

  ~Buffer() { sgdnnFreeDevice ( resource, mem ); }
  Buffer ( const Buffer & ) = delete;
  unsigned long long addr() const { return sgdnnGetDeviceAddr ( mem ); }
};

tpu_status_t sgdnnObjectConstructorOfList ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Buffer work { resource };
  api.buffer_global_addr = work.addr();
  api.dim = work.x;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_object_constructor_of_list", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_object_constructor_of_list_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
