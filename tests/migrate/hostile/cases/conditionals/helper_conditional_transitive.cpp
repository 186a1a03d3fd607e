// wall: 1
// what: a helper with a conditional is called by a helper of another name's shape, and by a template
// expect: convert
#include "sgdnn_api.h"

static inline void lanes_of ( int * x )
{
#ifdef BACKEND_1684X
  *x *= 32;
#else
  *x *= 64;
#endif
}
static int twice ( void );
static int twice ( void ) { int x = 2; lanes_of ( &x ); return x; }
template <class T> static T more ( T x ) { int y = x; lanes_of ( &y ); return y + twice (); }

tpu_status_t sgdnnHelperTransitive ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = input.dim;
  api.dim = more ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
