// wall: 3
// what: f_same
// expect: convert
#include <type_traits>
#include "sgdnn_api.h"

tpu_status_t sgdnnTypedSame ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  auto a = input.addr; api.mode = std::is_same<decltype ( a ), unsigned long long>::value;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_f_same", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
