// wall: 3
// what: two arrays of tensors are declared in one statement
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  SgdnnTensor_t us[2] = { }, ts[3] = { };
  api.dim = us[1].dim;

  return SG_SUCCESS;
}
