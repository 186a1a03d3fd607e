// wall: 3
// what: a number that snprintf formats
// expect: convert
#include "sgdnn_api.h"
#include <string>
#include <map>

static const int kVersion = 7;

tpu_status_t sgdnnNameNumberFormatted ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

  char name[64];
  int dims = mode ? 2 : 3;
  snprintf ( name, sizeof ( name ), "k_%dd_%s_%u", dims, "fwd", kVersion );

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name, &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
