// wall: 3
// what: f_any2
// expect: convert
#include <any>
#include "sgdnn_api.h"

tpu_status_t sgdnnTypedAny2 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  auto a = input.addr; std::any x = a; api.mode = std::any_cast<unsigned long long> ( &x ) != nullptr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_f_any2", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
