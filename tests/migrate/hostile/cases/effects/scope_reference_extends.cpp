// wall: 4
// what: a reference extends the life of a temporary
// expect: either
#include "sgdnn_api.h"

struct Noisy { int n; ~Noisy () { probe ( n ); } };
static Noisy make ( int n ) { return Noisy { n }; }
tpu_status_t sgdnnReferenceExtends ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  const Noisy & held = make ( 3 );
  make ( 4 );
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = held.n;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_extends", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_extends_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
