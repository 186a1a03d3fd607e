// wall: 2
// what: names behind scopes: ec1
// expect: convert
#include "sgdnn_api.h"
namespace shapes { enum class Kind { one = 1, two }; enum Plain { small = 3, big }; struct Box { enum Kind { in = 5, out }; static const int base = 4; int v; static int twice ( int a ) { return a * 2; } }; }
tpu_status_t sgdnnPlain ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  shapes::Kind k = mode > 1 ? shapes::Kind::one : shapes::Kind::two; switch ( k ) { case shapes::Kind::one: api.mode = 7; break; case shapes::Kind::two: api.mode = shapes::Plain::big; break; } api.mode += shapes::Box::in + shapes::Box::base + shapes::Box::twice ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
