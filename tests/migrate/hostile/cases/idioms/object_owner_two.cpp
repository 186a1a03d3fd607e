// wall: 3
// what: two owners, one of which is released before the last launch
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

tpu_status_t sgdnnObjectOwnerTwo ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Buffer work ( resource, 256 );
  Buffer more ( resource, sgdnnTensorBytes ( &output ) );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.buffer_global_addr = work.addr();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_owner_a", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_owner_a_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  work.release();
  api.buffer_global_addr = more.addr();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_owner_b", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_owner_b_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
