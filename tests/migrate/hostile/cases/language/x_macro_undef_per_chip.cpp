// wall: 3
// what: one chip undefines a macro and has a function of its name
// expect: equal
#include "sgdnn_api.h"

#define SET(tensor) api.output_global_addr = ( tensor ).addr
#if defined BACKEND_SG2260
#undef SET
#define SET(tensor) api.other_global_addr = ( tensor ).addr
#endif

tpu_status_t sgdnnUndefChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  SET ( output );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_undef_c", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_undef_c_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
