// wall: 1
// what: conditionals inside one chip's branch, which ask for its macros behind operators: not, bits, a ternary
// expect: convert
#include "sgdnn_api.h"

#if defined BACKEND_1684X
#define CHIP_BITS 5
#else
#define CHIP_BITS 6
#endif

tpu_status_t sgdnnConditionalNestedOperators ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X
#if not defined BACKEND_1684X
  api.mode = 10;
#else
  api.mode = 11;
#endif
#if 1 ? defined BACKEND_SG2260 : 1
  api.mode += 100;
#endif
#else
#if 2 & CHIP_BITS
  api.mode = 20;
#else
  api.mode = 21;
#endif
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_nested_operators", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
