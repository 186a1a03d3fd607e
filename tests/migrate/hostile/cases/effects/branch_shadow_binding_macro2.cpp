// wall: 3
// what: branch shadow binding macro2
// expect: either
#include "sgdnn_api.h"

#define SB(x, y) auto [ x, y ] = P { 3, 4 }
struct P { int a, b; };

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t other, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  int p = 2; {
#if defined BACKEND_1684X
  SB ( p, q ); probe ( q );
#elif defined BACKEND_SG2260
  probe ( 2 );
#else
  SGDNN_CHECK ( false );
#endif
  probe ( p ); }
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
