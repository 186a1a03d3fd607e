// wall: 4
// what: an operator that launches twice through a lambda, with a buffer between
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnSoftmaxX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int dim, bool non_blocking )
{
  const size_t bytes = sgdnnTensorBytes ( &input );
  tpu_device_mem_t mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, bytes ) );
  auto run = [&] ( unsigned long long in, unsigned long long out, int mode )
  {
    sg_api_one_t api = {};
    api.input_global_addr = in;
    api.output_global_addr = out;
    api.dtype = sgdnnTPUKernelDType ( input.dtype );
    api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_softmax", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_softmax_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  };
  run ( input.addr, sgdnnGetDeviceAddr ( mem ), 0 );
  run ( sgdnnGetDeviceAddr ( mem ), output.addr, dim );
  sgdnnFreeDevice ( resource, mem );
  return SG_SUCCESS;
}
