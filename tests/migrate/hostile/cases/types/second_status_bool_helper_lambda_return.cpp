// wall: 3
// what: second status bool helper lambda return
// expect: either
#include "sgdnn_api.h"

static bool copied ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output )
{
  int s = sgdnnMemcpyD2D ( resource, sgdnnMemFromDevice ( output.addr, 64 ), 0, sgdnnMemFromDevice ( input.addr, 64 ), 0, 64 );
  auto f = [=] ( ) { return s; };
  probe ( f ( ) );
  return s;
}

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  if ( copied ( resource, input, output ) ) probe ( 9 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
