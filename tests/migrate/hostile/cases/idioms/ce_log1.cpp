// wall: 3
// what: ce_log1
// expect: convert
#include "sgdnn_api.h"
#define LOG_ERR( fmt, ... ) fprintf ( stderr, "%s:%d: " fmt "\n", __FILE__, __LINE__, ##__VA_ARGS__ )
tpu_status_t sgdnnCeLog1 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  if ( mode < 0 ) { LOG_ERR ( "bad mode %d", mode ); return SG_FAILURE; }
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_celog1", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_celog1_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
