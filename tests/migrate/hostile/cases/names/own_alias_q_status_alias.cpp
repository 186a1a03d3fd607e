// wall: 2
// what: a source's own names for the library's types
// expect: convert
#include "sgdnn_api.h"
typedef tpu_status_t Status;
static Status check ( const SgdnnTensor_t & t ) { return t.dim ? SG_SUCCESS : SG_FAILURE; }
tpu_status_t sgdnnI1 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  SAFE_CALL ( check ( input ) );
  sg_api_two_t api = { input.addr, output.addr, 0, 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_i1", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_i1_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
