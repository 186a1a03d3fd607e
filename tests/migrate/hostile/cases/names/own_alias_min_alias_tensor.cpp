// wall: 2
// what: a source's own names for the library's types
// expect: convert
#include "sgdnn_api.h"
using Tensor = SgdnnTensor_t;
static int rank ( const Tensor & t ) { return t.dim; }
tpu_status_t sgdnnI1 ( tpu_resource_t resource, Tensor input, Tensor output, bool non_blocking )
{
  sg_api_two_t api = { input.addr, output.addr, rank ( input ), sgdnnTPUKernelDType ( input.dtype ) };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_i1", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_i1_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
