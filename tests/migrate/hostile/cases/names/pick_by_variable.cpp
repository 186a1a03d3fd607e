// wall: 3
// what: a helper that chooses into a variable
// expect: convert
#include <string>
#include "sgdnn_api.h"

static const char * pick ( int m )
{
  const char * name;
  switch ( m )
  {
  case 1: name = "tpu_a"; break;
  case 2: name = "tpu_b"; break;
  default: name = nullptr; break;
  }
  return name;
}
tpu_status_t sgdnnPickByVariable ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
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
