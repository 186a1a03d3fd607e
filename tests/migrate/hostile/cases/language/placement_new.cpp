// wall: 4
// what: an argument struct by placement new
// expect: either
#include "sgdnn_api.h"

#include <new>
tpu_status_t sgdnnPlacementNew ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  alignas ( sg_api_one_t ) unsigned char room[sizeof ( sg_api_one_t )];
  sg_api_one_t * other = new ( room ) sg_api_one_t ( api );
  other->dim = mode;
  api = *other;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_placement_new", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
