// wall: 3
// what: a tensor that is asked through functions is asked for an extent whose place another question gives, and the rule's form has an element
// expect: convert
#include "sgdnn_api.h"

static inline unsigned long long sgdnnTensorWhere ( const SgdnnTensor_t * t ) { return t->addr; }
static inline int sgdnnTensorRank ( const SgdnnTensor_t * t ) { return t->dim; }
static inline int sgdnnTensorExtent ( const SgdnnTensor_t * t, int i ) { return t->shape[i]; }

tpu_status_t sgdnnAccessorWithin ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = sgdnnTensorWhere ( &input );
  api.output_global_addr = sgdnnTensorWhere ( &output );
  api.mode = mode + sgdnnTensorExtent ( &input, sgdnnTensorRank ( &input ) - 1 );
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
  infrastructure:
    sgdnnTensorWhere: tensors have members
    sgdnnTensorRank: tensors have members
    sgdnnTensorExtent: tensors have members
  calls:
    sgdnnTensorWhere: {to: '({0})->addr', kind: address}
    sgdnnTensorRank: {to: '({0})->dim', kind: helper}
    sgdnnTensorExtent: {to: '({0})->shape[{1}]', kind: helper}
