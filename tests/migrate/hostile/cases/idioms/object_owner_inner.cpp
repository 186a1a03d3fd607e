// wall: 3
// what: an owner in an inner block and in a loop, whose buffer is freed there
// expect: convert
#include "sgdnn_api.h"

struct Buffer
{
  tpu_resource_t resource;
  tpu_device_mem_t mem;
  bool owned;
  Buffer ( tpu_resource_t r, unsigned long long bytes ) : resource ( r ), owned ( false )
  {
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, bytes ) );
    owned = true;
  }
  ~Buffer() { release(); }
  Buffer ( const Buffer & ) = delete;
  Buffer & operator= ( const Buffer & ) = delete;
  void release()
  {
    if ( owned )
    {
      sgdnnFreeDevice ( resource, mem );
      owned = false;
    }
  }
  unsigned long long addr() const { return sgdnnGetDeviceAddr ( mem ); }
};

tpu_status_t sgdnnObjectOwnerInner ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  for ( int i = 0; i < 2; ++i )
  {
  Buffer work ( resource, 64 );
  api.buffer_global_addr = work.addr();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_inner", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_inner_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  }
  return SG_SUCCESS;
}
