// wall: 3
// what: a data type is printed to a stream, and what that gives is kept
// expect: refused
#include "sgdnn_api.h"
tpu_status_t sgdnnPrintLabel ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  int written = 0;
  if ( mode == 3 ) goto told;
  written = mode == 5 ? 1 : fprintf ( stderr, "dtype %d\n", (int) input.dtype );
told:
  fprintf ( stderr, "dtype %d\n", (int) output.dtype );
  sg_api_two_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.transposed = written > 0;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_pr", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_pr_multi_core", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
