// wall: 3
// what: a helper that gets an object calls a function whose name a member function has, too
// expect: equal
#include "sgdnn_api.h"

static int size ( int k ) { return k + 90; }

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
  int size ( int k ) const { return k * n; }
};
static int get ( const Buffer & b ) { return size ( 3 ) + b.n; }

tpu_status_t sgdnnObjectHelperCallsNameOfMember ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Buffer work ( resource, 64 );
  api.dim = get ( work );
  api.buffer_global_addr = work.addr();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_object_helper_calls_name_of_member", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_object_helper_calls_name_of_member_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
