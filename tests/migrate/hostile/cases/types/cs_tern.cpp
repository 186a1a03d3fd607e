// wall: 3
// what: cs_tern
// expect: convert
#include "sgdnn_api.h"
static tpu_status_t check ( int m ) { return m < 0 ? SG_FAILURE : SG_SUCCESS; }
static tpu_status_t with ( tpu_resource_t resource, int m ) { probe ( m ); return m < 0 ? SG_FAILURE : SG_SUCCESS; }
tpu_status_t sgdnnCsTern ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.dim = check ( mode ) ? 3 : 4;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_cstern", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_cstern_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
