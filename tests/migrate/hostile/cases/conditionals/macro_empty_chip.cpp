// wall: 1
// what: a macro is empty on one chip and does something on the other
// expect: either
#include "sgdnn_api.h"

#if defined BACKEND_SG2260
#define ON_NEW(x) x
#else
#define ON_NEW(x)
#endif
tpu_status_t sgdnnMacroEmptyChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  ON_NEW ( api.dim = 9; )
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_empty", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
