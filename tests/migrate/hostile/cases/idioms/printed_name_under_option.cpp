// wall: 3
// what: an option of the build prints the chosen kernel's name
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  const char * name = mode > 1 ? "tpu_kernel_api_one" : "tpu_kernel_api_two";
#ifdef DEBUG
  printf ( "launch %s\n", name );
#endif
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
