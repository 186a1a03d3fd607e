// wall: 3
// what: the argument struct is a member of an unnamed struct; its own type is what the kernel table names
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnArgumentsInUnnamedStruct ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  struct { int before; sg_api_two_t api; } work[2];
  int last = 1;
  work[last].api.input_global_addr = input.addr;
  work[last].api.output_global_addr = output.addr;
  work[last].api.transposed = mode;
  work[last].api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_unnamed", &work[last].api, sizeof ( work[last].api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_unnamed_multi_core", &work[last].api, sizeof ( work[last].api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
