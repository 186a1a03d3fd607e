// wall: 3
// what: a helper stores the caller's address in a tensor that is freed
// expect: refused
#include "sgdnn_api.h"
static void like ( SgdnnTensor_t * to, const SgdnnTensor_t & from ) { to->addr = from.addr; to->dim = from.dim; }
tpu_status_t sgdnnFreedGivenByOutputParameter ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  tpu_device_mem_t m;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 64 ) );
  SgdnnTensor_t c = sgdnnUndefinedTensor ( );
  c.addr = sgdnnGetDeviceAddr ( m );
  api.other_global_addr = c.addr;
  if ( mode == 2 ) like ( &c, input );
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_given_by_output_parameter", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_given_by_output_parameter_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  sgdnnFreeDevice ( resource, sgdnnMemFromDevice (  c.addr, 4 ) );
  return SG_SUCCESS;
}
