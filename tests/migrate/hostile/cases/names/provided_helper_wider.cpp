// wall: 2
// what: a helper of the tree's header has the name of a provided one and rounds up
// expect: either
//- src/wide.h
static inline bool sgdnnIsTensorTransposed ( const SgdnnTensor_t * tensor )
{
  return tensor->dim >= 2 && tensor->stride[tensor->dim - 2] == 1;
}
//- src/case.cpp
#include "sgdnn_api.h"
#include "wide.h"

tpu_status_t sgdnnProvidedHelperWider ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = sgdnnIsTensorTransposed ( &input );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_transposed", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_transposed_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
