// wall: 3
// what: an owner in a loop with a switch inside: a break of the switch leaves no loop, a continue does
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

tpu_status_t sgdnnObjectEndsBesideSwitch ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  for ( int i = 0; i < 3; ++i )
  {
    Buffer work ( resource, 64 + i );
    api.buffer_global_addr = work.addr();
    switch ( mode ) { case 0: api.dim = 1; break; case 1: { api.dim = 2; break; } case 2: continue; default: if ( i ) break; api.dim = 4; }
#if defined BACKEND_1684X
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_object_ends_beside_switch", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
    SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_object_ends_beside_switch_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  }
  return SG_SUCCESS;
}
