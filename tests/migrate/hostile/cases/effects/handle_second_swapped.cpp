// wall: 4
// what: the handle is exchanged by an algorithm
// expect: refused
#include "sgdnn_api.h"
#include <utility>
tpu_status_t sgdnnCase ( tpu_resource_t resource, SgdnnTensor_t input, tpu_resource_t second, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  std::swap ( resource, second );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
