// wall: 4
// what: an operator with a checking macro of its own that prints and returns
// expect: convert
#include "sgdnn_api.h"

#define CHECK_RET(call) do { tpu_status_t s_ = ( call ); if ( s_ != SG_SUCCESS ) { printf ( "%s:%d failed\n", __FILE__, __LINE__ ); return s_; } } while ( 0 )
tpu_status_t sgdnnScaleX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, float scale, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.value = scale;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  CHECK_RET ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_scale", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  CHECK_RET ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_scale_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
