// wall: 4
// what: std::function compared with NULL in a check
// expect: convert
#include <functional>
#include "sgdnn_api.h"

tpu_status_t sgdnnCheckFormFunc ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  std::function<int ( int )> f = probe; SGDNN_CHECK ( f != NULL );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d6_func", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
