// wall: 3
// what: an option prints another variable of the name
// expect: either
#include "sgdnn_api.h"
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const char * name = mode > 1 ? "tpu_kernel_api_one" : "tpu_kernel_api_two";
  {
    const char * name = "other";
#ifdef DEBUG
    printf ( "%s %s\n", "x", name );
#endif
    api.mode = name[0];
  }
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
