// wall: 3
// what: a copy of an element of a list of tensors is freed, and has another address on one way only
// expect: refused
#include "sgdnn_api.h"
tpu_status_t sgdnnFreedGivenOfList ( tpu_resource_t resource, const SgdnnTensor_t * inputs, SgdnnTensor_t output, bool non_blocking )
{
  SgdnnTensor_t input = inputs[0];
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  SgdnnTensor_t c = inputs[1];
  if ( !sgdnnIsTensorContiguous ( &c ) ) {
    tpu_device_mem_t m;
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, sgdnnTensorBytes ( &input ) ) );
    c.addr = sgdnnGetDeviceAddr ( m );
  }
  api.other_global_addr = c.addr;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_given_of_list", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_given_of_list_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  sgdnnFreeDevice ( resource, sgdnnMemFromDevice (  c.addr, sgdnnTensorBytes ( &c ) ) );
  return SG_SUCCESS;
}
