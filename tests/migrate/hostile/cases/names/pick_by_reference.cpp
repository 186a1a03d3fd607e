// wall: 3
// what: a helper whose variable is changed by reference
// expect: either
#include <string>
#include "sgdnn_api.h"

static const char * pick ( int m )
{
  const char * name = "tpu_a";
  const char * & r = name;
  if ( m > 2 ) r = "tpu_b";
  return name;
}
tpu_status_t sgdnnPickByReference ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, pick ( mode ), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, pick ( mode ), &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
