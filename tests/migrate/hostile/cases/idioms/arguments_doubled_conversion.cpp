// wall: 2
// what: an argument that a rule doubles is converted by its class
// expect: refused
#include "sgdnn_api.h"

struct Counter
{
  int n;
  operator int () { n += 3; return n; }
};
static inline int sgdnnTreeTwice ( int x ) { return x * 2; }

tpu_status_t sgdnnDoubledConversion ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Counter counter { mode };
  api.mode = sgdnnTreeTwice ( counter );
  api.mode += counter.n;
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
  infrastructure: {sgdnnTreeTwice: a sum}
  calls:
    sgdnnTreeTwice: {to: '{0} + {0}', kind: helper}
