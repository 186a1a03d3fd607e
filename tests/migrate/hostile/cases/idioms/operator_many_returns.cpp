// wall: 4
// what: an operator with two buffers and a return behind each step
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnIndexX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_device_mem_t a, b;
  tpu_status_t ret;
  ret = sgdnnMallocDeviceByte ( resource, &a, 128 );
  if ( ret != SG_SUCCESS ) return ret;
  ret = sgdnnMallocDeviceByte ( resource, &b, 256 );
  if ( ret != SG_SUCCESS ) { sgdnnFreeDevice ( resource, a ); return ret; }
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.other_global_addr = sgdnnGetDeviceAddr ( a );
  api.buffer_global_addr = sgdnnGetDeviceAddr ( b );
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  ret = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_index", &api, sizeof ( api ) );
#else
  ret = sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_index_multi_core", &api, sizeof ( api ), non_blocking );
#endif
  sgdnnFreeDevice ( resource, b );
  sgdnnFreeDevice ( resource, a );
  return ret;
}
