// wall: 3
// what: two constructors with as many parameters, a size and a tensor
// expect: convert
#include "sgdnn_api.h"

struct Buffer
{
  tpu_resource_t resource;
  tpu_device_mem_t mem;
  Buffer ( tpu_resource_t r, unsigned long long bytes ) : resource ( r ) { SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, bytes ) ); }
  Buffer ( tpu_resource_t r, SgdnnTensor_t like ) : resource ( r ) { SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, sgdnnTensorBytes ( &like ) ) ); }
  ~Buffer() { sgdnnFreeDevice ( resource, mem ); }
  Buffer ( const Buffer & ) = delete;
  unsigned long long addr() const { return sgdnnGetDeviceAddr ( mem ); }
};

tpu_status_t sgdnnObjectConstructorByTensor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Buffer work ( resource, output );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.buffer_global_addr = work.addr();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_object_constructor_by_tensor", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_object_constructor_by_tensor_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
