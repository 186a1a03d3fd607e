// wall: 1
// what: the value of a chip's macro is used in code
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnChipMacroInCode ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#ifdef BACKEND_SG2260
  api.dim = BACKEND_SG2260 + 4;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_code", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
