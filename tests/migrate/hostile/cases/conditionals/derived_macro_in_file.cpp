// wall: 1
// what: the file derives a macro from the chip's and asks for that
// expect: either
#include "sgdnn_api.h"

#ifdef BACKEND_SG2260
#define FAST_PATH
#endif

tpu_status_t sgdnnDerivedMacroInFile ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#ifdef FAST_PATH
  api.mode = 20;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_derived", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
