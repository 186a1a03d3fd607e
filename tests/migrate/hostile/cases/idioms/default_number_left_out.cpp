// wall: 3
// what: calls of an operator leave numbers to the defaults of its declaration
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnScaled ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode = 3, int more = -2, bool non_blocking = true );

tpu_status_t sgdnnScaled ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, int more, bool non_blocking )
{
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode + 5 * more;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnTwice ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SAFE_CALL ( sgdnnScaled ( resource, input, output, mode ) );
  return sgdnnScaled ( resource, input, output );
}
