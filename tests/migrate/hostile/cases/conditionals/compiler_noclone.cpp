// wall: 1
// what: gcc noclone
// expect: either
#include "sgdnn_api.h"

#if defined __GNUC__ && __GNUC__ >= 8
#define PACKED __attribute__ ( ( packed ) )
#else
#define PACKED
#endif
struct PACKED P { char a; int b; };
static int f ( int x ) { return x * sizeof ( P ); }

tpu_status_t sgdnnCompilerNoclone ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = f ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
