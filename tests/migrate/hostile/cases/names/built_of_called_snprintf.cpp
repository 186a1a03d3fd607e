// wall: 3
// what: a formatted name with a piece that a helper chooses
// expect: convert
#include <string>
#include "sgdnn_api.h"

static const char * suffix ( int m )
{
  probe ( m );
  return m > 2 ? "_a" : m > 1 ? "_b" : "_c";
}
tpu_status_t sgdnnBuiltOfCalledSnprintf ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  char name[32];
  snprintf ( name, sizeof ( name ), "tpu_x%s", suffix ( mode ) );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name, &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
