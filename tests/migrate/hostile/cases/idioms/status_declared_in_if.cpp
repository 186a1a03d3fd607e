// wall: 3
// what: a status that an if declares is its condition
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnDeclaredIf ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_device_mem_t mem;
  if ( auto rc = sgdnnMallocDeviceByte ( resource, &mem, 64 ) )
  {
    return rc;
  }
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( mem );
#if defined BACKEND_1684X
  if ( tpu_status_t s = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_declared", &api, sizeof ( api ) ) )
  {
    printf ( "launch failed: %d\n", s );
    return s;
  }
#elif defined BACKEND_SG2260
  if ( const tpu_status_t s = sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_declared_mc", &api, sizeof ( api ), non_blocking ) )
    return s;
  else if ( mode > 2 )
    probe ( 4 );
#endif
  sgdnnFreeDevice ( resource, mem );
  return SG_SUCCESS;
}
