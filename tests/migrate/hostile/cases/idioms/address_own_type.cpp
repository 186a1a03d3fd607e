// wall: 3
// what: the tree has integer types of its own for addresses
// expect: convert
#include "sgdnn_api.h"

typedef unsigned long long gaddr;

tpu_status_t sgdnnOwnAddress ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = ( gaddr ) input.addr;
  api.output_global_addr = static_cast<gaddr> ( output.addr );
  api.mode = mode;
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
  types: {address: [gaddr]}
