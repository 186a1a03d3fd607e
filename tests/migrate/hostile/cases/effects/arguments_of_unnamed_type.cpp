// wall: 3
// what: the argument struct has no name that a kernel table could use
// expect: refused
#include "sgdnn_api.h"

tpu_status_t sgdnnArgumentsOfUnnamedType ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  struct { unsigned long long input_global_addr, output_global_addr; int mode; } api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_unnamed", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_unnamed_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
