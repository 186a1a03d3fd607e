// wall: 2
// what: what becomes a string is called like a macro, and is not expanded
// expect: convert
#include "sgdnn_api.h"

#define NAME alpha
#define SELECT(a, b) a
#if defined BACKEND_1684X
#define RUN(name, f) api.f##_global_addr = f.addr; SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_" #name, &api, sizeof ( api ) ) )
#else
#define RUN(name, f) api.f##_global_addr = f.addr; SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_" #name, &api, sizeof ( api ), non_blocking ) )
#endif
tpu_status_t sgdnnLaunchPasteDirectMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.output_global_addr = output.addr;
  api.mode = mode;
  RUN ( NAME, input );
  return SG_SUCCESS;
}
