// wall: 3
// what: a list of operators that a macro defines, one for each entry
// expect: convert
#include "sgdnn_api.h"

#define UNARY_OPS(X) \
  X ( Sigmoid, 0 ) \
  X ( Tanh, 1 )

static tpu_status_t runUnary ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int kind, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = kind;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_unary_x", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_unary_x_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}

#define DEFINE_OP(Name, kind) \
tpu_status_t sgdnn##Name##X ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking ) \
{ \
  return runUnary ( resource, input, output, kind, non_blocking ); \
}
UNARY_OPS ( DEFINE_OP )
#undef DEFINE_OP
