// wall: 3
// what: a macro gets another body between a class and a member function that uses it
// expect: equal
#include "sgdnn_api.h"

#define SIZE 3

struct Buffer
{
  tpu_resource_t resource;
  tpu_device_mem_t mem;
  int n = 1;
  Buffer ( tpu_resource_t r, unsigned long long bytes ) : resource ( r )
  {
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, bytes ) );
  }
  ~Buffer() { sgdnnFreeDevice ( resource, mem ); }
  Buffer ( const Buffer & ) = delete;
  unsigned long long addr() const { return sgdnnGetDeviceAddr ( mem ); }
  int get ( int k ) const;
};
#undef SIZE
#define SIZE 8
int Buffer::get ( int k ) const { return n + k + SIZE; }

tpu_status_t sgdnnObjectMacroBehindClass ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Buffer work ( resource, 64 );
  api.dim = work.get ( mode );
  api.buffer_global_addr = work.addr();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_object_macro_behind_class", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_object_macro_behind_class_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
