// wall: 2
// what: an operator stands in a namespace
// expect: convert
// call: sgdnnInNamespace | old::sgdnnInNamespace | tpudnnInNamespaceAsync
#include "sgdnn_api.h"

namespace old
{
static int extent ( int x ) { return x + 1; }

tpu_status_t sgdnnInNamespace ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = extent ( mode );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_namespace", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_namespace_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
}
