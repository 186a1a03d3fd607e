// wall: 3
// what: the element type is a parameter and goes to a helper as a number
// expect: either
#include "sgdnn_api.h"

static int coded ( int kind ) { return kind * 3; }
tpu_status_t sgdnnDtypeParameter ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, SgdnnDataType_t dtype, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = coded ( dtype );
  api.dtype = sgdnnTPUKernelDType ( dtype );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_parameter", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_parameter_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
