// wall: 3
// what: absent p24 arrapih
// expect: convert
#include "sgdnn_api.h"

static int count ( const sg_api_list_t & l ) { int n = 0; for ( int i = 0; i < 4; ++i ) if ( l.list_global_addr[i] ) ++n; return n; }

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.dim = 5;
  sg_api_list_t l = {};
  l.list_global_addr[0] = input.addr;
  l.list_global_addr[1] = bias.addr;
  api.dim = count ( l );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
