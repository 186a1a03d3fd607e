// wall: 3
// what: table element ref param
// expect: either
#include "sgdnn_api.h"

static void set ( const char * & n, const char * v )
{
  n = v;
}

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  const char * names[] = { "tpu_kernel_api_a", "tpu_kernel_api_b", "tpu_kernel_api_c" };
  SGDNN_CHECK ( mode >= 0 && mode < 3 );
  if ( input.dim == 4 ) set ( names[0], "tpu_kernel_api_c" );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, names[mode], &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, names[mode], &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
