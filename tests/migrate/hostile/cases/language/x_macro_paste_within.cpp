// wall: 3
// what: a macro that pastes a field's name within another one
// expect: convert
#include "sgdnn_api.h"

#define SET_ADDR(which, tensor) api.which##_global_addr = ( tensor ).addr
#define SET_OPTIONAL(which, tensor) do { if ( ( tensor ).addr ) { SET_ADDR ( which, tensor ); } else { api.which##_global_addr = 0; } } while ( 0 )

tpu_status_t sgdnnAddcmulPaste ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t other, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  SET_ADDR ( input, input );
  SET_OPTIONAL ( other, other );
  SET_ADDR ( output, output );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_addcmul_p", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_addcmul_p_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
