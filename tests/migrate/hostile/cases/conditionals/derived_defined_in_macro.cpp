// wall: 1
// what: a macro expands to the operator defined
// expect: either
#include "sgdnn_api.h"

#define ON_NEW defined(BACKEND_SG2260)

tpu_status_t sgdnnDerivedDefinedInMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if ON_NEW
  api.mode = 20;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_derived", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
