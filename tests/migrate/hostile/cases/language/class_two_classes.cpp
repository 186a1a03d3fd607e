// wall: 2
// what: two classes that know each other
// expect: either
#include "sgdnn_api.h"
struct A; struct B { int get ( const A &a ) const; }; struct A { int n; int get () const { return n + 2; } };
inline int B::get ( const A &a ) const { return a.get () + 1; }
tpu_status_t sgdnnClassTwoClasses ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  A a = { mode };
  api.mode += B ().get ( a );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_x_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
