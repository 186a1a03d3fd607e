// wall: 3
// what: macro returns 0
// expect: either
#include "sgdnn_api.h"

#define BAD return 0
static const char * pick ( int mode )
{
  if ( mode > 2 ) BAD;
  return mode ? "tpu_kernel_api_a" : "tpu_kernel_api_b";
}

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  const char * name = pick ( mode );
  if ( name == nullptr ) return SG_FAILURE;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name, &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
