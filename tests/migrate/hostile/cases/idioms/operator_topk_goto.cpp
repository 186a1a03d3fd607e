// wall: 4
// what: an operator that leaves through one label, where its buffer is freed
// expect: convert
#include "sgdnn_api.h"

#include <cstring>
tpu_status_t sgdnnTopkX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int k, bool non_blocking )
{
  tpu_status_t status = SG_SUCCESS;
  tpu_device_mem_t buffer;
  sg_api_one_t api;
  memset ( &api, 0, sizeof ( api ) );
  if ( k <= 0 || k > input.shape[input.dim - 1] )
  {
    return SG_FAILURE;
  }
  status = sgdnnMallocDeviceByte ( resource, &buffer, sgdnnTensorBytes ( &input ) * 2 );
  if ( status != SG_SUCCESS )
  {
    printf ( "topk: no memory for %d\n", k );
    return status;
  }
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer );
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = k;
#if defined BACKEND_1684X
  status = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_topk", &api, sizeof ( api ) );
#elif defined BACKEND_SG2260
  status = sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_topk_multi_core", &api, sizeof ( api ), non_blocking );
#endif
  if ( status != SG_SUCCESS )
  {
    goto out;
  }
out:
  sgdnnFreeDevice ( resource, buffer );
  return status;
}
