// wall: 3
// what: f_catch
// expect: either
#include "sgdnn_api.h"
struct V { int n; template <class T> V ( T x ) : n ( 0 ) { try { throw x; } catch ( unsigned long long ) { n = 1; } catch ( ... ) { n = 2; } } };

tpu_status_t sgdnnTypedCatch ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  auto a = input.addr; V v ( a ); api.mode = v.n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_f_catch", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
