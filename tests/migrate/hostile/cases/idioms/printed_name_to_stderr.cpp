// wall: 3
// what: a kernel's name that a switch sets is printed to stderr
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  const char * name = "tpu_kernel_api_one";
  switch ( mode ) { case 0: name = "tpu_kernel_api_two"; break; case 2: name = "tpu_kernel_api_three"; break; default: break; }
  fprintf ( stderr, "launch %s\n", name );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
