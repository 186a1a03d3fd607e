// wall: 3
// what: an owner that frees and allocates again between launches
// expect: equal
#include "sgdnn_api.h"

struct Room
{
  tpu_resource_t resource;
  tpu_device_mem_t mem;
  bool full;
  Room ( tpu_resource_t r ) : resource ( r ), full ( false ) {}
  ~Room() { drop(); }
  void drop() { if ( full ) { sgdnnFreeDevice ( resource, mem ); full = false; } }
  void resize ( unsigned long long bytes )
  {
    drop();
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, bytes ) );
    full = true;
  }
};

tpu_status_t sgdnnObjectReallocates ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Room room ( resource );
  for ( int i = 1; i < 3; ++i )
  {
    room.resize ( 64 * i );
    sg_api_one_t api;
    api.input_global_addr = input.addr;
    api.output_global_addr = output.addr;
    api.buffer_global_addr = sgdnnGetDeviceAddr ( room.mem );
#if defined BACKEND_1684X
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_realloc_o", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
    SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_realloc_o_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  }
  return SG_SUCCESS;
}
