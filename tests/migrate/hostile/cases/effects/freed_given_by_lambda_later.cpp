// wall: 3
// what: a lambda that frees a copy is called when that has the caller's address again
// expect: refused
#include "sgdnn_api.h"
tpu_status_t sgdnnFreedGivenByLambdaLater ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  tpu_device_mem_t m;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, sgdnnTensorBytes ( &input ) ) );
  SgdnnTensor_t c = input;
  c.addr = sgdnnGetDeviceAddr ( m );
  api.other_global_addr = c.addr;
  auto end = [&] { sgdnnFreeDevice ( resource, sgdnnMemFromDevice (  c.addr, 64 ) ); };
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_given_by_lambda_later", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_given_by_lambda_later_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  if ( mode == 2 ) c = output;
  end ( );
  return SG_SUCCESS;
}
