// wall: 1
// what: the file takes the chip's macro back
// expect: either
#include "sgdnn_api.h"

#ifdef BACKEND_SG2260
#undef BACKEND_SG2260
#define BACKEND_OTHER
#endif

tpu_status_t sgdnnChipMacroTakenBack ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#ifdef BACKEND_SG2260
  api.dim = 1;
#else
  api.dim = 2;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_back", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
