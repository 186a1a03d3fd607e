// wall: 3
// what: a kernel's name is printed where there may be none
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  const char * name = nullptr;
  if ( mode > 1 ) name = "tpu_kernel_api_one"; else if ( mode == 1 ) name = "tpu_kernel_api_two";
  printf ( "launch %s %d\n", name, mode );
  SGDNN_CHECK ( name != nullptr );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
