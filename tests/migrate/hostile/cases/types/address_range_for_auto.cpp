// wall: 3
// what: addresses in a range for
// expect: either
#include <initializer_list>
#include "sgdnn_api.h"
tpu_status_t sgdnnRangeForAuto ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_list_t api;
  api.output_global_addr = output.addr;
  int i = 0;
  for ( auto a : { input.addr, output.addr, input.addr, input.addr } )
  {
    api.list_global_addr[i++] = a;
  }
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_range", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_range_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
