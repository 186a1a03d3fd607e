// wall: 3
// what: the list is another one for the second use
// expect: convert
#include "sgdnn_api.h"

#define SIZES(X) X ( 0, 5 ) X ( 1, 7 )
#define SET(i, n) api.shape[i] = n; api.input_global_addr = input.addr;
#define GET(i, n) total += api.shape[i] * n; api.output_global_addr = output.addr;

tpu_status_t sgdnnListChanges ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  int total = 0;
  SIZES ( SET )
#undef SIZES
#define SIZES(X) X ( 1, 2 )
  SIZES ( GET )
  api.mode = total;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_list_c", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_list_c_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
