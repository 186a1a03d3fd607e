// wall: 4
// what: a field or choice is asked that may be another tensor's (z_fieldplus_o)
// expect: either
#include "sgdnn_api.h"
#include <utility>
#include <algorithm>
#include <string.h>

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = output.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  sg_api_two_t two; two.input_global_addr = output.addr - output.addr + input.addr;
  if ( two.input_global_addr != 0 ) probe ( 21 ); else probe ( 22 );

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
