// wall: 4
// what: an operator of a vector of tensors
// expect: convert
#include "sgdnn_api.h"

#include <vector>
tpu_status_t sgdnnStackX ( tpu_resource_t resource, std::vector<SgdnnTensor_t> & inputs, SgdnnTensor_t output, bool non_blocking )
{
  SGDNN_CHECK ( inputs.size() <= 4 && !inputs.empty() );
  sg_api_list_t api = {};
  int i = 0;
  for ( const SgdnnTensor_t & t : inputs ) { api.list_global_addr[i] = t.addr; api.sizes[i++] = t.dim; }
  api.output_global_addr = output.addr;
  api.count = (long long) inputs.size();
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_stack", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_stack_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
