// wall: 2
// what: overloaded operators on a struct of the file
// expect: either
#include "sgdnn_api.h"

struct Extent { int size; };
static Extent operator+ ( Extent a, int b ) { return Extent { a.size + b }; }
static bool operator! ( Extent a ) { return a.size == 0; }
tpu_status_t sgdnnOverloadedOperator ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Extent extent = Extent { mode } + 3;
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = !extent ? 1 : extent.size;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_operator", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_operator_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
