// wall: 3
// what: absent h36 vecapih
// expect: convert
#include "sgdnn_api.h"
#include <vector>

static void fix ( std::vector<sg_api_one_t> & v ) { for ( auto & a : v ) if ( !a.other_global_addr ) a.dim = 9; }

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.dim = 5;
  std::vector<sg_api_one_t> v ( 2, api );
  v[1].other_global_addr = bias.addr;
  fix ( v );
  api = v[1];
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
