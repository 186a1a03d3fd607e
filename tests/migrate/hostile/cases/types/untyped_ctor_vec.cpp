// wall: 3
// what: elements of a braced vector
// expect: either
#include <vector>
#include "sgdnn_api.h"

tpu_status_t sgdnnUntypedCtorVec ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  std::vector<const void *> v { &input.dtype }; api.mode = *static_cast<const int *> ( v[0] );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b14_ctor_vec", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
