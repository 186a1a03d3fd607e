// wall: 3
// what: f_same5
// expect: convert
#include <type_traits>
#include "sgdnn_api.h"
struct K { int n; template <class T> K ( T ) : n ( std::is_same<T, unsigned long long>::value ? 1 : 2 ) {} };

tpu_status_t sgdnnTypedSame5 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  auto a = input.addr; K k ( a ); api.mode = k.n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_f_same5", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
