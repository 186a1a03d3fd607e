// wall: 3
// what: a helper asks of each tensor of a vector whether it is there
// expect: convert
#include "sgdnn_api.h"
#include <vector>

static int count ( const std::vector<SgdnnTensor_t> & x ) { int n = 0; for ( const auto & t : x ) { if ( t.addr ) ++n; } return n; }
tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  std::vector<SgdnnTensor_t> list;
  list.push_back ( bias );
  api.mode = count ( list );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
