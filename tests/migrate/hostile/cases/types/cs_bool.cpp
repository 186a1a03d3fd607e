// wall: 3
// what: cs_bool
// expect: either
#include "sgdnn_api.h"
static tpu_status_t check ( int m ) { return m < 0 ? SG_FAILURE : SG_SUCCESS; }
static tpu_status_t with ( tpu_resource_t resource, int m ) { probe ( m ); return m < 0 ? SG_FAILURE : SG_SUCCESS; }
tpu_status_t sgdnnCsBool ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  bool bad = check ( mode ); api.dim = bad;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_csbool", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_csbool_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
