// wall: 2
// what: a helper needs standard headers that have to come along
// expect: convert
#include "sgdnn_api.h"
#include <functional>
#include <numeric>

static int product ( const int * shape, int dim )
{
  return std::accumulate ( shape, shape + dim, 1, std::multiplies<int> () );
}

tpu_status_t sgdnnStandardHeadersInHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = product ( input.shape, input.dim );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_standard", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_standard_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
