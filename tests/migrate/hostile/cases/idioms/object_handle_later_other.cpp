// wall: 3
// what: an owner gets the handle twice, by two names
// expect: equal
#include "sgdnn_api.h"

struct Buffer
{
  tpu_resource_t resource;
  tpu_device_mem_t mem;
  bool owned;
  Buffer() : owned ( false ) {}
  ~Buffer() { release(); }
  tpu_status_t alloc ( tpu_resource_t r, unsigned long long bytes )
  {
    resource = r;
    tpu_status_t status = sgdnnMallocDeviceByte ( resource, &mem, bytes );
    owned = status == SG_SUCCESS;
    return status;
  }
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

tpu_status_t sgdnnObjectHandleLaterOther ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Buffer work;
  SAFE_CALL ( work.alloc ( resource, 64 ) );
  tpu_resource_t other = resource;
  if ( mode ) { work.release(); SAFE_CALL ( work.alloc ( other, 32 ) ); }
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.buffer_global_addr = work.addr();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_object_handle_later_other", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_object_handle_later_other_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
