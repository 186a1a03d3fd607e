// wall: 3
// what: branch shadow binding macro3
// expect: either
#include "sgdnn_api.h"

struct P { int a, b; };
#define UNPACK(x, y, e) auto [ x, y ] = e

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t other, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  const int q = 1; {
#if defined BACKEND_1684X
  UNPACK ( q, p, ( P { mode, 4 } ) );
  probe ( p );
#elif defined BACKEND_SG2260
  probe ( 2 );
#else
  SGDNN_CHECK ( false );
#endif
  probe ( q ); }
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
