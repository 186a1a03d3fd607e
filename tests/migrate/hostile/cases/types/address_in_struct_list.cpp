// wall: 4
// what: structs of the file that a braced list with addresses initialises
// expect: convert
#include "sgdnn_api.h"

struct P2 { unsigned long long a; const unsigned long long b; int n[2]; };
typedef struct { int k; unsigned long long where; } place_t;
tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, int mode, bool non_blocking )
{
  sg_api_one_t api;
  P2 p = { input.addr, bias.addr, { 1, 2 } };
  place_t q { 3, input.addr };
  auto r = P2 { input.addr, 0, { 3, 4 } };
  api.input_global_addr = p.a;
  api.other_global_addr = p.b;
  api.buffer_global_addr = q.where;
  api.output_global_addr = r.a;
  api.mode = p.n[1] + q.k + r.n[0];
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
