// wall: 3
// what: what ## sees within another macro is a macro itself, which is expanded before
// expect: equal
#include "sgdnn_api.h"

#define WHICH output
#define SET_ADDR(which, tensor) api.which##_global_addr = ( tensor ).addr
#define SET_TWICE(which, tensor) do { SET_ADDR ( input, tensor ); SET_ADDR ( which, tensor ); } while ( 0 )

tpu_status_t sgdnnPasteMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  SET_TWICE ( WHICH, input );
  api.other_global_addr = output.addr;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_paste_m", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_paste_m_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
