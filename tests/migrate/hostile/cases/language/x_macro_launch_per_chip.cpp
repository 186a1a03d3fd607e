// wall: 3
// what: a macro defines operators with another one in it that each chip has in its own way and that spells the kernel's name
// expect: convert
#include "sgdnn_api.h"

#if defined BACKEND_1684X
#define LAUNCH(name, api) SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_" #name, &( api ), sizeof ( api ) ) )
#elif defined BACKEND_SG2260
#define LAUNCH(name, api) SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_" #name "_multi_core", &( api ), sizeof ( api ), non_blocking ) )
#endif

#define DEFINE_COMPARE(Op, op, code) \
tpu_status_t sgdnn##Op##M ( tpu_resource_t resource, SgdnnTensor_t a, SgdnnTensor_t b, SgdnnTensor_t out, bool non_blocking ) \
{ \
  sg_api_one_t api; \
  api.input_global_addr = a.addr; \
  api.other_global_addr = b.addr; \
  api.output_global_addr = out.addr; \
  api.mode = code; \
  api.dtype = sgdnnTPUKernelDType ( a.dtype ); \
  LAUNCH ( op, api ); \
  return SG_SUCCESS; \
}

DEFINE_COMPARE ( Greater, greater, 1 )
DEFINE_COMPARE ( Less, less, 2 )
