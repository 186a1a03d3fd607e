// wall: 3
// what: tensors are asked through functions, not by their members
// expect: convert
#include "sgdnn_api.h"

static inline unsigned long long sgdnnTensorWhere ( const SgdnnTensor_t * t ) { return t->addr; }
static inline int sgdnnTensorExtent ( const SgdnnTensor_t * t, int i ) { return t->shape[i]; }
static inline SgdnnDataType_t sgdnnTensorType ( const SgdnnTensor_t * t ) { return t->dtype; }

tpu_status_t sgdnnByAccessors ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SGDNN_CHECK ( sgdnnTensorType ( &input ) == sgdnnTensorType ( &output ) );
  sg_api_one_t api;
  api.input_global_addr = sgdnnTensorWhere ( &input );
  api.output_global_addr = sgdnnTensorWhere ( &output );
  api.dtype = sgdnnTPUKernelDType ( sgdnnTensorType ( &input ) );
  api.mode = mode + sgdnnTensorExtent ( &input, 0 );
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
    sgdnnTensorExtent: tensors have members
    sgdnnTensorType: tensors have members
  calls:
    sgdnnTensorWhere: {to: '({0})->addr', kind: address}
    sgdnnTensorExtent: {to: '({0})->shape[{1}]', kind: helper}
    sgdnnTensorType: {to: '({0})->dtype', kind: helper}
