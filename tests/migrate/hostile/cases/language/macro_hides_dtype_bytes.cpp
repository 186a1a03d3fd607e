// wall: 3
// what: macro hides dtype bytes
// expect: either
#include <string.h>
#include "sgdnn_api.h"
static int hash ( const void * p, int n )
{
  int h = 0;
  for ( int i = 0; i < n; ++i ) h = h * 31 + ( ( const unsigned char * ) p )[i];
  return h;
}
#define HASH(x) hash ( &( x ), sizeof ( x ) )

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.dim = HASH ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
