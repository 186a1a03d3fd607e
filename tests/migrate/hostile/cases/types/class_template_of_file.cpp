// wall: 4
// what: a class template of the file, and a function template with the same parameter's name
// expect: convert
#include "sgdnn_api.h"

template <typename T> struct Box { T v; };
template <class T> static T lanes ( T x ) { return x * 2; }
tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  Box<int> b = { mode };
  Box<SgdnnTensor_t> t = { input };
  api.mode = lanes ( b.v );
  api.input_global_addr = t.v.addr;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
