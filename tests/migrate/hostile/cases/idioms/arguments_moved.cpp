// wall: 2
// what: helpers take their arguments in another order, twice, wrapped and with more; an effect is not doubled
// expect: convert
#include "sgdnn_api.h"

static inline int sgdnnTreeClamp ( int low, int value, int high ) { return value < low ? low : value > high ? high : value; }

tpu_status_t sgdnnArgumentsMoved ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = sgdnnTreeClamp ( 0, sgdnnTreeClamp ( -1, mode, 7 ), input.dim );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
//- rules.yaml
version: 1
library:
  infrastructure: {sgdnnTreeClamp: the standard library has it}
  calls:
    sgdnnTreeClamp: {to: 'std::min<int>(std::max<int>({1}, {0}), {2} + 0 * ({2}))', kind: helper}
