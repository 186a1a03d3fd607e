// wall: 3
// what: `(void) non_blocking;` only silences a warning
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  ( void ) resource; (void)non_blocking; // not used
  sg_api_one_t api;
  api.input_global_addr = input.addr;
#if defined BACKEND_1684X
  ( void ) non_blocking;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "k_multi_core", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
