// wall: 2
// what: an argument with an effect stands where the form looks at it on a condition only
// expect: refused
#include "sgdnn_api.h"

static inline int sgdnnTreeBoth ( int x, int y ) { return x && y; }

tpu_status_t sgdnnOnCondition ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int n = 0;
  api.mode = sgdnnTreeBoth ( mode > 1, ++n ) + 2 * n;
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
  infrastructure: {sgdnnTreeBoth: a conjunction}
  calls:
    sgdnnTreeBoth: {to: '({0} && {1})', kind: helper}
