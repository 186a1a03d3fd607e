// wall: 3
// what: the element type is stored in a struct as a number and used as a type
// expect: either
#include "sgdnn_api.h"

struct Plan { int kind; };
tpu_status_t sgdnnDtypeStructField ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Plan plan = { input.dtype };
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = sgdnnDataSize ( ( SgdnnDataType_t ) plan.kind );
  api.dtype = plan.kind;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plan", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plan_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
