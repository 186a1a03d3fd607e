// wall: 3
// what: a helper makes an element of a vector contiguous where it is not, and what it gives is freed
// expect: refused
#include "sgdnn_api.h"
#include <vector>
static SgdnnTensor_t packed ( tpu_resource_t r, SgdnnTensor_t t )
{
  SgdnnTensor_t c = t;
  if ( !sgdnnIsTensorContiguous ( &t ) ) {
    tpu_device_mem_t m;
    SAFE_CALL ( sgdnnMallocDeviceByte ( r, &m, sgdnnTensorBytes ( &t ) ) );
    c.addr = sgdnnGetDeviceAddr ( m );
  }
  return c;
}
static void release ( tpu_resource_t r, SgdnnTensor_t c ) { sgdnnFreeDevice ( r, sgdnnMemFromDevice (  c.addr, sgdnnTensorBytes ( &c ) ) ); }
tpu_status_t sgdnnFreedGivenOfVectorByHelper ( tpu_resource_t resource, std::vector<SgdnnTensor_t> inputs, SgdnnTensor_t output, bool non_blocking )
{
  SgdnnTensor_t input = inputs[0];
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  SgdnnTensor_t c = packed ( resource, inputs[1] );
  api.other_global_addr = c.addr;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_given_of_vector_by_helper", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_given_of_vector_by_helper_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  release ( resource, c );
  return SG_SUCCESS;
}
