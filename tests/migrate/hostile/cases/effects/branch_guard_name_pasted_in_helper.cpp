// wall: 3
// what: branch guard name pasted in helper
// expect: either
#include "sgdnn_api.h"
struct G { int v; ~G() { probe ( v ); } };
#define GG(n) G g_##n { 4 }

static int hp ( int m ) {
#if defined BACKEND_1684X
  GG ( a );
#elif defined BACKEND_SG2260
  probe ( 3 );
#else

#endif
  probe ( 8 ); return m; }

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t other, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.dim = hp ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
