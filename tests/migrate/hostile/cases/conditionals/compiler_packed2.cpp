// wall: 1
// what: gcc packed2
// expect: either
#include "sgdnn_api.h"

#ifdef __clang__
#define PACKED
#else
#define PACKED __attribute__ ( ( packed ) )
#endif
struct PACKED P { char a; int b; };

tpu_status_t sgdnnCompilerPacked2 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  P p;
  p.b = mode;
  api.mode = p.b + sizeof ( P );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
