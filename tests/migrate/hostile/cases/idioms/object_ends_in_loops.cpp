// wall: 3
// what: owners in a loop and in blocks inside it, each freed where its block ends and where break and continue leave it
// expect: convert
#include "sgdnn_api.h"

struct Buffer
{
  tpu_resource_t resource;
  tpu_device_mem_t mem;
  Buffer ( tpu_resource_t r, unsigned long long bytes ) : resource ( r )
  {
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, bytes ) );
  }
  ~Buffer() { sgdnnFreeDevice ( resource, mem ); }
  Buffer ( const Buffer & ) = delete;
  unsigned long long addr() const { return sgdnnGetDeviceAddr ( mem ); }
};

tpu_status_t sgdnnObjectEndsInLoops ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  for ( int i = 0; i < 3; ++i )
  {
    Buffer a ( resource, 64 );
    api.buffer_global_addr = a.addr();
    {
      Buffer b ( resource, 32 );
      api.other_global_addr = b.addr();
      if ( i == mode ) break;
      if ( i == 2 ) { Buffer c ( resource, 16 ); api.buffer_global_addr = c.addr(); continue; }
#if defined BACKEND_1684X
      SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_object_ends_in_loops", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
      SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_object_ends_in_loops_mc", &api, sizeof ( api ), non_blocking ) );
#endif
    }
  }
  return SG_SUCCESS;
}
