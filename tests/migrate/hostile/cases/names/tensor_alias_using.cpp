// wall: 2
// what: aliases of the tensor's and the status's type
// expect: either
#include "sgdnn_api.h"

using Tensor = SgdnnTensor_t;
typedef tpu_status_t Status;
Status sgdnnAliasUsing ( tpu_resource_t resource, Tensor input, Tensor output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_alias", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_alias_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
