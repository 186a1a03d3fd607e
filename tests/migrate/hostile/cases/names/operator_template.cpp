// wall: 2
// what: an operator is a template with explicit instances
// expect: either
// call: sgdnnTemplate | sgdnnTemplate<int> | tpudnnTemplateAsync<int>
#include "sgdnn_api.h"

template <class T>
tpu_status_t sgdnnTemplate ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, T mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_template", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_template_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
template tpu_status_t sgdnnTemplate<int> ( tpu_resource_t, SgdnnTensor_t, SgdnnTensor_t, int, bool );
