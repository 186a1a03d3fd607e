// wall: 3
// what: ce_log20
// expect: either
#include "sgdnn_api.h"
#define LOG( fmt, ... ) printf ( "[%s:%d] " fmt, __FILE__, __LINE__, ##__VA_ARGS__ )
tpu_status_t sgdnnCeLog20 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  LOG ( "addr %llx\n", input.addr ); LOG ( "x\n" );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_celog20", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_celog20_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
