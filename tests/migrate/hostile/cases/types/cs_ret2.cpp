// wall: 3
// what: cs_ret2
// expect: either
#include "sgdnn_api.h"
static tpu_status_t check ( int m ) { return m < 0 ? SG_FAILURE : SG_SUCCESS; }
static tpu_status_t with ( tpu_resource_t resource, int m ) { probe ( m ); return m < 0 ? SG_FAILURE : SG_SUCCESS; }
static int bad ( int m ) { return check ( m ); }
tpu_status_t sgdnnCsRet2 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.dim = bad ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_csret2", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_csret2_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
