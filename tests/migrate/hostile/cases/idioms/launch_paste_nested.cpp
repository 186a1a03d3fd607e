// wall: 2
// what: a launch macro in another: what becomes a string is expanded first
// expect: either
#include "sgdnn_api.h"

#define NAME alpha
#if defined BACKEND_1684X
#define RUN(name) SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_" #name, &api, sizeof ( api ) ) )
#else
#define RUN(name) SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_" #name, &api, sizeof ( api ), non_blocking ) )
#endif
#define OUTER(name) RUN ( name )
tpu_status_t sgdnnLaunchPasteNested ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  OUTER ( NAME );
  return SG_SUCCESS;
}
