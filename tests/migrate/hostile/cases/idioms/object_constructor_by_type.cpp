// wall: 3
// what: two constructors with as many parameters, of which the type of the argument tells
// expect: convert
#include "sgdnn_api.h"

struct Buffer
{
  tpu_resource_t resource;
  tpu_device_mem_t mem;
  int x;
  Buffer ( tpu_resource_t r, int n ) : resource ( r ), x ( n ) { SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) ); }
  Buffer ( tpu_resource_t r, float n ) : resource ( r ), x ( 2 * n ) { SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) ); }

  ~Buffer() { sgdnnFreeDevice ( resource, mem ); }
  Buffer ( const Buffer & ) = delete;
  unsigned long long addr() const { return sgdnnGetDeviceAddr ( mem ); }
};

tpu_status_t sgdnnObjectConstructorByType ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Buffer work ( resource, 1.5f );
  api.buffer_global_addr = work.addr();
  api.dim = work.x;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_object_constructor_by_type", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_object_constructor_by_type_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
