// wall: 3
// what: a copy is given the address of another parameter, and freed
// expect: refused
#include "sgdnn_api.h"
static void release ( tpu_resource_t r, SgdnnTensor_t c ) { sgdnnFreeDevice ( r, sgdnnMemFromDevice (  c.addr, sgdnnTensorBytes ( &c ) ) ); }
tpu_status_t sgdnnFreedGivenReplacedByGiven ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t other, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  SgdnnTensor_t c = input;
  c.addr = other.addr;
  api.other_global_addr = c.addr;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_given_replaced_by_given", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_given_replaced_by_given_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  release ( resource, c );
  return SG_SUCCESS;
}
