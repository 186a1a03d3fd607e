// wall: 3
// what: what a rule's form has twice asks a tensor, and then a helper that changes what it is given: only the first may stand twice
// expect: refused
#include "sgdnn_api.h"

static inline int sgdnnTensorRank ( const SgdnnTensor_t * t ) { return t->dim; }
static inline int sgdnnTreeSquare ( int a ) { return a * a; }
static int next ( int & a ) { return ++a; }

tpu_status_t sgdnnAccessorDoubled ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = sgdnnTreeSquare ( sgdnnTensorRank ( &input ) ) + sgdnnTreeSquare ( next ( mode ) );
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
  infrastructure: {sgdnnTensorRank: tensors have members, sgdnnTreeSquare: written out}
  calls:
    sgdnnTensorRank: {to: '({0})->dim', kind: helper}
    sgdnnTreeSquare: {to: '({0}) * ({0})', kind: helper}
