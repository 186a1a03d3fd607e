// wall: 4
// what: operators that a macro defines
// expect: convert
#include "sgdnn_api.h"

#define UNARY(Name, kernel, code) \
tpu_status_t sgdnn##Name ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking ) \
{ \
  return unary ( resource, input, output, code, non_blocking ); \
}
static tpu_status_t unary ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int code, bool non_blocking )
{
  SGDNN_CHECK ( sgdnnIsSameShape ( &input, &output ) );
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = code;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_unary", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_unary_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
UNARY(SinX, "sin", 1)
UNARY(CosX, "cos", 2)
